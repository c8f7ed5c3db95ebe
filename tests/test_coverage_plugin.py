"""The clause recorder counts only what passed, and only whole runs leave a record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest_plugins = ["pytester"]

SUITE = """
import pytest

@pytest.mark.clauses("oneida XI.K.4", "ca-omaha AWARD.3")
def test_that_passes(): pass

@pytest.mark.clauses("oneida XI.K.4")
@pytest.mark.parametrize("citation", ["oneida XI.Q.1", "oneida XI.Q.2"])
def test_case_by_case(exercises, citation):
    exercises(citation)
    assert citation != "oneida XI.Q.2"

@pytest.mark.clauses("oneida XI.K.5")
def test_that_is_skipped(): pytest.skip("not today")

@pytest.fixture
def spoiled_afterwards():
    yield
    assert False

@pytest.mark.clauses("oneida XI.K.6")
def test_that_fails_in_teardown(spoiled_afterwards): pass

@pytest.mark.xfail(strict=True)
@pytest.mark.clauses("oneida XI.K.7")
def test_that_is_expected_to_fail(): assert False
"""


LONG = """
import pytest

@pytest.mark.exhaustive
def test_that_takes_minutes(): pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyprojecttoml(
        """
        [tool.pytest.ini_options]
        testpaths = ["tests"]
        markers = ["clauses(*citations): as in the repository", "exhaustive: as in the repository"]
        """
    )
    pytester.makeconftest('pytest_plugins = ["tests.coverage_plugin"]')
    pytester.mkdir("tests")
    (pytester.path / "tests" / "test_suite.py").write_text(SUITE)
    return pytester


def record(suite: pytest.Pytester) -> Any:
    return json.loads((suite.path / "build" / "clause-coverage.json").read_text())


def test_only_tests_that_pass_from_set_up_to_teardown_count(suite: pytest.Pytester) -> None:
    suite.runpytest_inprocess()
    assert record(suite) == {
        "oneida XI.K.4": [
            "tests/test_suite.py::test_case_by_case[oneida XI.Q.1]",
            "tests/test_suite.py::test_that_passes",
        ],
        "oneida XI.Q.1": ["tests/test_suite.py::test_case_by_case[oneida XI.Q.1]"],
        "ca-omaha AWARD.3": ["tests/test_suite.py::test_that_passes"],
    }


@pytest.mark.parametrize(
    "args",
    [
        ("-k", "passes"),
        ("tests/test_suite.py",),
        ("tests/test_suite.py::test_that_passes",),
        ("-x",),
        ("--collect-only",),
        ("--deselect", "tests/test_suite.py::test_that_passes"),
        ("--ignore", "tests/other"),
    ],
)
def test_a_partial_run_leaves_the_record_of_the_whole_one_alone(suite: pytest.Pytester, args: tuple[str, ...]) -> None:
    (suite.path / "build").mkdir()
    kept = suite.path / "build" / "clause-coverage.json"
    kept.write_text("{}")
    suite.runpytest_inprocess(*args)
    assert kept.read_text() == "{}"


@pytest.mark.parametrize(
    ("claim", "complaint"),
    [
        ("oneida XI.K.44", "*the test claims 'oneida XI.K.44': no such clause of oneida*did you mean*"),
        ("oneida xi.k.4", "*the test claims 'oneida xi.k.4': write 'oneida XI.K.4'*"),
        ("XI.K.4", "*the test claims 'XI.K.4': write 'oneida XI.K.4'*"),
        ("oneida XI.F.5", "*the test claims 'oneida XI.F.5': it is a heading, claim its parts*"),
    ],
)
def test_a_claim_no_book_knows_fails_the_test(suite: pytest.Pytester, claim: str, complaint: str) -> None:
    (suite.path / "tests" / "test_suite.py").write_text(
        "import pytest\n"
        f"@pytest.mark.clauses({claim!r})\n"
        "def test_marked(): pass\n"
        "def test_at_run_time(exercises):\n"
        f"    exercises({claim!r})\n"
    )
    result = suite.runpytest_inprocess()
    result.assert_outcomes(errors=1, failed=1)
    result.stdout.fnmatch_lines([complaint, complaint])
    assert record(suite) == {}


def test_shared_is_looked_for_beside_the_repository(shared: Path, pytestconfig: pytest.Config) -> None:
    assert shared == pytestconfig.rootpath.parent / "shared"
    assert (shared / "rules" / "clauses.json").is_file()


def test_a_run_without_the_minutes_of_counting_is_whole(suite: pytest.Pytester) -> None:
    (suite.path / "tests" / "test_long.py").write_text(LONG)
    suite.runpytest_inprocess("-m", "not exhaustive")
    assert "oneida XI.K.4" in record(suite)


def test_a_run_that_leaves_a_claim_out_is_partial(suite: pytest.Pytester) -> None:
    (suite.path / "tests" / "test_long.py").write_text(
        LONG + "\n" + SUITE.replace("def test_that_passes", "@pytest.mark.exhaustive\ndef test_long_claim")
    )
    suite.runpytest_inprocess("-m", "not exhaustive")
    assert not (suite.path / "build" / "clause-coverage.json").exists()


def test_several_processes_leave_one_record(
    suite: pytest.Pytester, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = pytestconfig.rootpath
    monkeypatch.setenv("PYTHONPATH", f"{root}:{root / 'src'}")
    suite.runpytest_subprocess("-n", "2")
    assert sorted(record(suite)) == ["ca-omaha AWARD.3", "oneida XI.K.4", "oneida XI.Q.1"]
