"""What does not compile stops no install, and does not go unnoticed where it is built on purpose."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

pytest.importorskip("setuptools")
pytestmark = pytest.mark.skipif(
    not Path(sysconfig.get_path("include"), "Python.h").is_file(), reason="nothing is compiled without headers"
)


@pytest.fixture
def project(tmp_path: Path, pytestconfig: pytest.Config) -> Path:
    """As much of the sources as a build of the kernel looks at."""
    for name in (
        *("setup.py", "pyproject.toml", "README.md", "LICENSE"),
        *("kernel/banked/counts.cpp", "tools/docstrings.py"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(pytestconfig.rootpath / name, tmp_path / name)
    (tmp_path / "src" / "hoyle" / "server" / "web").mkdir(parents=True)
    (tmp_path / "src" / "hoyle" / "server" / "web" / "index.html").touch()
    (tmp_path / "src" / "hoyle" / "core").mkdir()
    (tmp_path / "src" / "hoyle" / "core" / "cards.py").touch()
    (tmp_path / "src" / "hoyle" / "core" / "__init__.py").touch()
    (tmp_path / "src" / "hoyle" / "__init__.py").touch()
    (tmp_path / "kernel" / "module.cpp").write_text("#error older than C++20\n")
    return tmp_path


def build(project: Path, command: str, *, engine: bool = False) -> subprocess.CompletedProcess[str]:
    only = "" if engine else "1"
    return subprocess.run(
        [sys.executable, "setup.py", "-q", command],
        cwd=project,
        env={**os.environ, "HOYLE_KERNEL_ONLY": only, "HOYLE_PURE": "", "CC": "false", "CXX": "false"},
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


def test_an_install_goes_on_where_mypyc_refuses_the_engine(project: Path) -> None:
    (project / "src" / "hoyle" / "core" / "cards.py").write_text("import nowhere_to_be_found\n")
    result = build(project, "build", engine=True)
    assert result.returncode == 0, result.stderr
    assert "nowhere_to_be_found" in result.stdout + result.stderr
    assert "hoyle: the engine did not compile, it runs as plain Python (mypyc: " in result.stderr
    assert [*(project / "build").rglob("cards.py")]


def test_a_build_on_purpose_fails_where_mypyc_refuses_the_engine(project: Path) -> None:
    (project / "src" / "hoyle" / "core" / "cards.py").write_text("import nowhere_to_be_found\n")
    assert build(project, "build_ext", engine=True).returncode != 0


def test_an_isolated_build_has_every_package_that_mypyc_follows(pytestconfig: pytest.Config) -> None:
    root = pytestconfig.rootpath
    told = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    required = {re.split(r"[\[<>=]", each)[0] for each in told["build-system"]["requires"]}
    untyped = {name.partition(".")[0] for name in told["tool"]["mypy"]["overrides"][0]["module"]}
    assert imported_packages(root, compiled(root)) - untyped <= required


def test_an_edit_of_a_compiled_module_calls_for_a_new_build(pytestconfig: pytest.Config) -> None:
    root = pytestconfig.rootpath
    told = re.search(r"^SOURCES := .*?\$\(shell find (.*?) -name", (root / "Makefile").read_text(), re.MULTILINE)
    assert told is not None
    watched = {path for folder in told[1].split() for path in (root / folder).rglob("*.py")}
    assert compiled(root) - watched == set()


def compiled(root: Path) -> set[Path]:
    """The modules that `setup.py` has compiled."""
    for node in ast.parse((root / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "HOT":
            patterns = eval(compile(ast.Expression(node.value), "setup.py", "eval"))
            return {path for pattern in patterns for path in root.glob(pattern)}
    raise AssertionError("setup.py names no HOT modules")


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_make_help_fits_a_terminal(pytestconfig: pytest.Config) -> None:
    told = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=pytestconfig.rootpath, capture_output=True, text=True, check=True
    )
    assert "make torture" in told.stdout
    assert [line for line in told.stdout.splitlines() if len(line) > 80] == []


def imported_packages(root: Path, modules: set[Path]) -> set[str]:
    """Packages of others that modules and the front door lead to, ever imported there or not.

    The engine is behind the front door: whatever mypy reads for it, it reads from here.
    """
    src = root / "src"
    names = [".".join(path.relative_to(src).with_suffix("").parts) for path in sorted(modules)]
    seen, waiting, foreign = set[str](), ["hoyle", *names], set[str]()
    while waiting:
        name = waiting.pop()
        path = module_file(src, name)
        if name in seen or path is None:
            continue
        seen.add(name)
        waiting.append(name.rpartition(".")[0])
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                named = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            waiting += [each for each in named if each.partition(".")[0] == "hoyle"]
            foreign |= {each.partition(".")[0] for each in named}
    return foreign - set(sys.stdlib_module_names) - {"hoyle"}


def module_file(src: Path, name: str) -> Path | None:
    at = src.joinpath(*name.split("."))
    found = [path for path in (at / "__init__.py", at.with_suffix(".py")) if path.is_file()]
    return found[0] if found else None


@pytest.mark.parametrize("name", ["HOT", "PURE"])
def test_every_module_to_be_compiled_exists(pytestconfig: pytest.Config, name: str) -> None:
    statements = ast.parse((pytestconfig.rootpath / "setup.py").read_text()).body
    patterns = next(
        statement.value
        for statement in statements
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == name
    )
    listed = eval(compile(ast.Expression(patterns), "setup.py", "eval"))
    missing = [pattern for pattern in listed if not any(pytestconfig.rootpath.glob(pattern))]
    assert listed
    assert missing == []
