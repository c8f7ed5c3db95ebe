"""Checkpoints of an older program: the audit reads them, and still sees that one was altered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hoyle.audit.table_stream_audit import held_against
from hoyle.storage.models import Checkpoint, Record
from hoyle.table.kind_registry import load

KEPT = json.loads((Path(__file__).parents[1] / "golden/checkpoints/version-1.json").read_text("utf-8"))


def said_of(written: dict[str, Any], log: list[Any], **beside: Any) -> str:
    """What is said of a checkpoint; `beside` is what it has beside the table, and what there should be."""
    told = {name: value for name, (value, _) in beside.items()}
    due = {name: value for name, (_, value) in beside.items()}
    record = Record(
        stream="table 1",
        number=9,
        time=0,
        command_id="",
        actor="",
        name="call",
        payload=b"",
        previous=bytes(32),
        hash=bytes(32),
    )
    facts = json.dumps({"table": written, "over": 0, **told}).encode()
    checkpoint = Checkpoint(stream="table 1", number=9, hash=record.hash, state=facts)
    return held_against(checkpoint, record, {"table": load(log).checkpoint(), "over": 0, **due})


def test_a_checkpoint_in_older_words_is_where_the_records_lead() -> None:
    for each in KEPT:
        assert said_of(each["checkpoint"], each["log"]) == ""


def test_a_checkpoint_in_older_words_that_was_altered_is_named() -> None:
    altered = json.loads(json.dumps(KEPT[0]["checkpoint"]))
    altered["state"]["round"]["stacks"][0] += 1
    assert "table state round stacks 1 is" in said_of(altered, KEPT[0]["log"])
    altered["state"]["round"]["awaiting"] = "soon"
    assert "cannot be read" in said_of(altered, KEPT[0]["log"])
    assert "cannot be read" in said_of({"kind": "poker"}, KEPT[0]["log"])


def test_what_an_older_program_did_not_keep_is_missed_by_nobody() -> None:
    each = KEPT[0]
    ruled = {"1": 1_000, "2": 2_000}
    assert said_of(each["checkpoint"], each["log"], ruled=({"2": 2_000}, ruled)) == ""
    assert "ruled 2 is" in said_of(each["checkpoint"], each["log"], ruled=({"2": 2_001}, ruled))
    assert "ruled 3 is" in said_of(each["checkpoint"], each["log"], ruled=({"3": 3_000}, ruled))


def test_a_layout_of_dice_is_held_against_the_records_before_the_last_throw_too() -> None:
    craps = KEPT[4]
    written = load(craps["log"]).checkpoint()
    assert said_of(written, craps["log"]) == ""
    altered = json.loads(json.dumps(written))
    altered["state"]["play"]["before"]["bank"] += 1
    assert "table state play before bank is" in said_of(altered, craps["log"])
    older = json.loads(json.dumps(written))
    del older["state"]["play"]["before"]
    assert said_of(older, craps["log"]) == ""
    older["state"]["play"]["bank"] += 1
    assert "table state play bank is" in said_of(older, craps["log"])
