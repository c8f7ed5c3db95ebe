"""Judge of worked cases: rulings with their clauses and reasoning.

>>> ruling = judge({
...     "id": "EX-1", "kind": "eligibility", "rulebook": "oneida", "game": "holdem",
...     "required": [4], "table_min": 4, "stack": 7,
... })
>>> ruling.result, ruling.clauses
({'may_be_dealt_in': False}, ['XI.G.2(c)'])

The judge holds no rules of its own: it asks the engine and the table.
"""

from hoyle.judge.case_files import CaseFileItem, diff_from_expected, judge, read_case_file, read_cases
from hoyle.judge.ruling import Alternative, ReasoningStep, Ruling
from hoyle.judge.ruling_diff import RulingDifference, diff

__all__ = [
    "Alternative",
    "CaseFileItem",
    "ReasoningStep",
    "Ruling",
    "RulingDifference",
    "diff",
    "diff_from_expected",
    "judge",
    "read_case_file",
    "read_cases",
]
