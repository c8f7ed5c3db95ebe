"""The documentation builds as it is: every link leads somewhere, every name it shows is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def test_the_documentation_builds_without_a_warning(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "--strict", "--site-dir", str(tmp_path)],
        cwd=pytestconfig.rootpath,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    pages = {page.stem for page in (pytestconfig.rootpath / "docs").glob("*.md")}
    assert pages <= {page.stem for page in tmp_path.glob("*.html")}
    assert "fork" in (tmp_path / "api.html").read_text(encoding="utf-8")
