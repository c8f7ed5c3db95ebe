"""The program looks at its own files: when the room starts, daily, and when somebody asks."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.audit.sample_room import RoomDriver

from hoyle.audit.installed_files_check import DAY, InstalledFilesCheck, changes, manifest_digest, program_manifest
from hoyle.audit.room_audit import audit_room
from hoyle.cli.main import cli
from hoyle.storage.sql.sql_store import SqlStore


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A small program."""
    folder = tmp_path / "program"
    (folder / "rules" / "__pycache__").mkdir(parents=True)
    (folder / "rules" / "book.py").write_text("ODD = 1\n")
    (folder / "rules" / "clauses.json").write_text("{}")
    (folder / "rules" / "__pycache__" / "book.py").write_text("cached")
    return folder


def test_every_file_of_the_program_has_its_hash() -> None:
    manifest = program_manifest()
    assert "audit/installed_files_check.py" in manifest
    assert "rulebooks/data/clauses.json" in manifest
    assert all(len(digest) == 64 for digest in manifest.values())


def test_the_compiled_rules_and_the_pages_are_files_of_the_program_too(program: Path) -> None:
    (program / "server" / "web").mkdir(parents=True)
    pages = ("index.html", "table.js", "look.css", "inter.woff2")
    for name in pages:
        (program / "server" / "web" / name).write_text("as built")
    library = program.parent / "hoyle_rounds__mypyc.cpython-311-x86_64-linux-gnu.so"
    library.write_bytes(b"compiled")
    before = program_manifest(program)
    assert {f"server/web/{name}" for name in pages} <= set(before)
    library.write_bytes(b"compiled by somebody else")
    (program / "server" / "web" / "table.js").write_text("as somebody else would have it")
    found = changes(before, program_manifest(program))
    assert [line.split()[0] for line in found] == [f"../{library.name}", "server/web/table.js"]


def test_no_library_that_was_loaded_is_left_out() -> None:
    loaded = [name for name in sys.modules if name.endswith("__mypyc") and name.startswith("hoyle")]
    manifest = program_manifest()
    assert all(any(path.startswith(f"../{name}.") for path in manifest) for name in loaded)


def test_a_changed_a_new_and_a_missing_file_are_named(program: Path) -> None:
    before = program_manifest(program)
    assert sorted(before) == ["rules/book.py", "rules/clauses.json"]
    (program / "rules" / "book.py").write_text("ODD = 2\n")
    (program / "rules" / "clauses.json").unlink()
    (program / "extra.py").write_text("")
    found = changes(before, program_manifest(program))
    assert [line.split()[0] for line in found] == ["extra.py", "rules/book.py", "rules/clauses.json"]
    assert manifest_digest(before) != manifest_digest(program_manifest(program))


def test_the_room_looks_at_its_files_daily_and_puts_it_on_record(place: str, store: SqlStore, program: Path) -> None:
    evening = RoomDriver(store)
    check = InstalledFilesCheck(evening.desk, program)
    assert check.due()
    assert check.look() == []
    assert not check.due()
    evening.clock += DAY
    assert check.due()
    shutil.copy(program / "rules" / "clauses.json", program / "rules" / "book.py")
    assert check.look()[0].startswith("rules/book.py was changed")
    records = [record for record in store.records("room") if record.name == "check-installed-files"]
    assert len(records) == 2
    assert manifest_digest(check.manifest).encode() in records[0].payload
    assert b"book.py was changed" in records[1].payload
    assert audit_room(place).ok


def test_the_command_compares_the_program_with_a_manifest(tmp_path: Path) -> None:
    runner = CliRunner()
    printed = runner.invoke(cli, ["audit", "--program", "--json"]).output
    manifest = tmp_path / "manifest.json"
    manifest.write_text(printed)
    assert runner.invoke(cli, ["audit", "--program", "--manifest", str(manifest)]).exit_code == 0
    other = {**json.loads(printed), "core/errors.py": "0" * 64}
    manifest.write_text(json.dumps(other))
    done = runner.invoke(cli, ["audit", "--program", "--manifest", str(manifest)])
    assert done.exit_code == 1
    assert "errors.py was changed" in done.output
    manifest.write_text("[]")
    assert runner.invoke(cli, ["audit", "--program", "--manifest", str(manifest)]).exit_code == 2
