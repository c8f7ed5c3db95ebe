"""The documentation builds as it is: every link leads somewhere, every name it shows is there."""

from __future__ import annotations

import ast
import doctest
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import answer
from tools import cli_page
from tools.api_page import in_markdown
from tools.interpretations_page import markdown

import hoyle
import hoyle.client
import hoyle.odds

SCRIPT = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def build(project: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "mkdocs.yml"]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as they are read."""
    root = pytestconfig.rootpath
    project = tmp_path_factory.mktemp("site")
    shutil.copy(root / "mkdocs.yml", project)
    shutil.copytree(root / "docs", project / "docs")
    for folder in ("src", "tools"):
        (project / folder).symlink_to(root / folder)
    built = build(project)
    assert built.returncode == 0, built.stdout + built.stderr
    return project / "build" / "site"


def test_the_documentation_builds_without_a_warning(pytestconfig: pytest.Config, site: Path) -> None:
    pages = {page.stem for page in (pytestconfig.rootpath / "docs").glob("*.md")}
    assert pages <= {page.stem for page in site.glob("*.html")}


def test_a_link_that_leads_nowhere_is_a_fault(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    settings = (pytestconfig.rootpath / "mkdocs.yml").read_text(encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(settings.partition("plugins:")[0], encoding="utf-8")
    page = tmp_path / "docs" / "index.md"
    page.parent.mkdir()
    page.write_text("# Here\n", encoding="utf-8")
    built = build(tmp_path)
    assert built.returncode == 0, built.stdout + built.stderr
    page.write_text("# Here\n\n[there](nowhere.md)\n", encoding="utf-8")
    assert build(tmp_path).returncode != 0


def test_the_page_of_the_library_has_every_public_name(site: Path) -> None:
    text = (site / "api.html").read_text(encoding="utf-8")
    headed = set[str]()
    for heading in re.findall(r"<h[34][^>]*>(.*?)</h[34]>", text, re.DOTALL):
        if named := re.match(r"[\w.]+", re.sub(r"<[^>]*>", "", heading).strip()):
            headed.add(named[0].rpartition(".")[2])
    public = {*hoyle.__all__, *hoyle.odds.__all__, *hoyle.client.__all__} - {"__version__", "odds"}
    assert public - headed == set()


def test_its_examples_are_code_and_not_quotations(site: Path) -> None:
    text = html.unescape((site / "api.html").read_text(encoding="utf-8"))
    assert "<blockquote>" not in text
    assert "\n>>> " in re.sub(r"<[^>]*>", "", text)
    assert re.search(r":(mod|func|class|data|meth):", text) is None


def test_an_example_ends_with_an_empty_line() -> None:
    said = "Adds up, as :func:`sum` does.\n\n>>> add(1)\n1\n\nAnd so on."
    assert in_markdown(said) == ("Adds up, as `sum` does.\n\n\n```pycon\n>>> add(1)\n1\n```\n\nAnd so on.")


def test_what_the_pages_show_passes_the_strictest_check_of_types(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    root = pytestconfig.rootpath
    for page in (root / "README.md", *(root / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        shown = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
        name = page.stem.lower().replace("-", "_")
        for at, part in enumerate([shown, *SCRIPT.findall(text)]):
            (tmp_path / f"{name}_{at}.py").write_text(part, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(tmp_path)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_case_of_a_host_is_judged_on_the_command_line_too(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    page = (pytestconfig.rootpath / "docs" / "host.md").read_text(encoding="utf-8")
    shown = [example.source for example in doctest.DocTestParser().get_examples(page)]
    case = next(re.search(r"judge\((.*)\)", part, re.DOTALL) for part in shown if "ruling = judge(" in part)
    assert case is not None
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(ast.literal_eval(case[1].strip())), encoding="utf-8")
    told = answer("judge", str(file))
    assert "seat 1 gets 52, seat 2 gets 25, seat 5 gets 26" in told


def test_the_page_of_readings_is_what_the_catalogue_says(pytestconfig: pytest.Config) -> None:
    """After a wanted change: ``HOYLE_GOLDEN=write pytest tests/test_docs.py``."""
    page = pytestconfig.rootpath / "docs" / "interpretations.md"
    if os.environ.get("HOYLE_GOLDEN") == "write":
        page.write_text(markdown(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == markdown()


def test_the_command_reference_is_what_help_says(pytestconfig: pytest.Config) -> None:
    """After a wanted change: ``HOYLE_GOLDEN=write pytest tests/test_docs.py``."""
    page = pytestconfig.rootpath / "docs" / "cli.md"
    if os.environ.get("HOYLE_GOLDEN") == "write":
        page.write_text(cli_page.markdown(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == cli_page.markdown()


MODULE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.py)`")


def test_every_module_that_a_page_names_exists(pytestconfig: pytest.Config) -> None:
    root = pytestconfig.rootpath
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md"))]
    named = [(page.name, module) for page in pages for module in MODULE.findall(page.read_text())]
    assert named
    missing = [
        (page, module)
        for page, module in named
        if not any((place / module).is_file() for place in (root, root / "src", root / "src" / "hoyle"))
    ]
    assert missing == []
