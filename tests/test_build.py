"""What does not compile stops no install, and does not go unnoticed where it is built on purpose."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytest.importorskip("setuptools")
pytestmark = pytest.mark.skipif(
    not Path(sysconfig.get_path("include"), "Python.h").is_file(),
    reason="nothing is compiled without headers",
)


@pytest.fixture
def project(tmp_path: Path, pytestconfig: pytest.Config) -> Path:
    """As much of the sources as a build of the kernel looks at."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "kernel/banked/counts.cpp"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(pytestconfig.rootpath / name, tmp_path / name)
    (tmp_path / "src" / "hoyle" / "server" / "web").mkdir(parents=True)
    (tmp_path / "src" / "hoyle" / "server" / "web" / "index.html").touch()
    (tmp_path / "src" / "hoyle" / "cards.py").touch()
    (tmp_path / "src" / "hoyle" / "__init__.py").touch()
    (tmp_path / "kernel" / "module.cpp").write_text("#error older than C++20\n")
    return tmp_path


def build(project: Path, command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "setup.py", "-q", command],
        cwd=project,
        env={**os.environ, "HOYLE_KERNEL_ONLY": "1", "HOYLE_PURE": "", "CC": "false", "CXX": "false"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_install_goes_on_without_what_does_not_compile(project: Path) -> None:
    result = build(project, "build")
    assert result.returncode == 0, result.stderr
    said = [line for line in result.stderr.splitlines() if line.startswith("hoyle: ")]
    assert said == [
        "hoyle: the kernel did not compile, the odds will be slow",
        "hoyle: the counts of house games did not compile, some will be missing",
    ]
    assert [*(project / "build").rglob("cards.py")]
    assert not [*(project / "build").rglob("*.so")]


def test_a_build_on_purpose_fails_where_something_does_not_compile(project: Path) -> None:
    result = build(project, "build_ext")
    assert result.returncode != 0
    assert "false" in result.stderr


def test_a_wheel_without_compiled_parts_is_good_for_every_machine(project: Path) -> None:
    result = build(project, "bdist_wheel")
    assert result.returncode == 0, result.stderr
    assert [wheel.name.split("-", 2)[2] for wheel in (project / "dist").iterdir()] == ["py3-none-any.whl"]
