"""Compile the hot modules with mypyc, their Python source staying the only source, and the native kernel.

Without a C compiler or Python's headers, or with ``HOYLE_PURE=1``, the same files run as plain Python; so
they do where an install meets a compiler, or a mypyc, that cannot compile them. Only ``build_ext``, which
``make`` asks for by name, fails then: nobody who works on hoyle shall be slow without knowing.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

HOT = (
    *(f"src/hoyle/core/{name}.py" for name in ("events", "money", "cards", "state_codec")),
    "src/hoyle/simulation/random_decks.py",
    "src/hoyle/hands/*.py",
    "src/hoyle/games/poker/*.py",
    "src/hoyle/games/poker/events/*.py",
    "src/hoyle/games/poker/pots/*.py",
    "src/hoyle/games/house_cards/*.py",
    "src/hoyle/games/dice/*.py",
    "src/hoyle/games/dice/events/*.py",
    "src/hoyle/games/dice/wagers/*.py",
    "src/hoyle/table/base.py",
    "src/hoyle/table/roster.py",
    *(
        f"src/hoyle/table/poker/{name}.py"
        for name in (
            *(
                "table",
                "table_base",
                "table_state",
                "rounds/deal_handlers",
                "decks/shuffle_and_cut_checks",
                "action_handlers",
            ),
            *("rounds/lineup", "rounds/round_end", "rounds/button", "rounds/blind_order"),
            *("rounds/seat_validation", "rounds/bet_presets", "view", "pending_decisions"),
        )
    ),
    # Tables and their states derive from compiled classes, which only compiled classes can.
    *(
        f"src/hoyle/table/{kind}/{name}.py"
        for kind in ("house_cards", "dice")
        for name in ("table", "table_base", "table_state")
    ),
    "src/hoyle/table/dice/view.py",
    *(f"src/hoyle/table/dice/pending/{name}.py" for name in ("decisions", "wager_choices", "shooter_decisions")),
    # Code that the room runs at every action besides the rules: narration, views, clocks.
    "src/hoyle/history/narration/*.py",
    *(
        f"src/hoyle/room/{name}.py"
        for name in (*("live_table/live_table", "live_table/due_times", "handlers/timed_actions"), "views/table_views")
    ),
)
"""Where the compiled modules are; ``__init__.py`` files only re-export and stay as they are."""

PURE = frozenset(
    [
        *(f"src/hoyle/games/poker/{name}.py" for name in ("pots/rake_limits", "view_types")),
        *(f"src/hoyle/games/house_cards/{name}.py" for name in ("irregularities", "posted_sign", "view")),
        *(f"src/hoyle/games/dice/{name}.py" for name in ("no_roll_reasons", "posted_sign", "wagers/wager_names")),
        "src/hoyle/history/narration/narrator_factory.py",
    ]
)
"""Files under ``HOT`` that answer a question now and then: not worth the time to compile."""

_ROOM = ("src/hoyle/history/", "src/hoyle/room/")

ENGINE_FAILED = "the engine did not compile, it runs as plain Python"


def hot_modules() -> list[str]:
    found = {path.as_posix() for pattern in HOT for path in Path().glob(pattern)} - PURE
    return sorted(path for path in found if not path.endswith("/__init__.py"))


def reason_for_pure() -> str | None:
    """Why nothing is compiled here, or None when everything needed is present."""
    if os.environ.get("HOYLE_PURE", "0") not in ("", "0"):
        return "HOYLE_PURE is set"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler}) was found"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "Python's C headers (Python.h) were not found"
    if not hot_modules():
        return "there are no modules to compile"
    return None


def extensions() -> list[Extension]:
    if not {"build_ext", "bdist_wheel", "editable_wheel", "build", "install", "develop"} & set(sys.argv):
        return []  # metadata and source distributions need no C
    if reason := reason_for_pure():
        print(f"hoyle: not compiled, runs as plain Python ({reason})", file=sys.stderr)
        return []
    if os.environ.get("HOYLE_KERNEL_ONLY"):
        return kernels()
    modules = compiled_modules()
    for module in modules:
        # Without this, calls between compiled functions are indirect, in case one is interposed.
        module.extra_compile_args = [*module.extra_compile_args, "-fvisibility=hidden"]
    # Start the slowest compilations first.
    return [*sorted(modules, key=lambda module: -sum(map(_size, module.sources))), *kernels()]


def compiled_modules() -> list[Extension]:
    """The hot modules as C, with their docstrings; none where an install comes with types that do not fit."""
    hot = hot_modules()
    try:
        from mypyc.build import mypycify

        modules: list[Extension] = mypycify(hot, opt_level="3", debug_level="0", separate=libraries(hot))
    except (Exception, SystemExit) as error:  # mypyc calls sys.exit if mypy finds an error
        if "build_ext" in sys.argv:
            raise
        print(f"hoyle: {ENGINE_FAILED} (mypyc: {type(error).__name__} {error})", file=sys.stderr)
        return []
    sys.path.insert(0, str(Path(__file__).parent))
    from tools.docstrings import all_docstrings, documented

    words = all_docstrings(map(Path, hot), Path("src"))
    for module in modules:
        module.sources = [documented(Path(source), words).as_posix() for source in module.sources]
    return modules


def _size(path: str) -> int:
    return Path(path).stat().st_size


def libraries(hot: list[str]) -> list[tuple[list[str], str | None]]:
    """Modules that call each other all the time share a library; libraries are compiled side by side."""
    tables = [path for path in hot if path.startswith("src/hoyle/table/")]
    house = [path for path in hot if path.startswith(("src/hoyle/games/house_cards/", "src/hoyle/games/dice/"))]
    room = [path for path in hot if path.startswith(_ROOM)]
    rounds = [path for path in hot if path not in (*tables, *house, *room)]
    return [(rounds, "hoyle_rounds"), (tables, "hoyle_tables"), (house, "hoyle_house"), (room, "hoyle_room")]


def kernels() -> list[Extension]:
    """Ranking and counting in C++; the odds do without it slowly, what else needs it says so.

    Portable flags: hot functions have second copies that are chosen when the kernel is loaded.
    """
    compiler = shlex.split(os.environ.get("CXX") or sysconfig.get_config_var("CXX") or "c++")[0]
    if shutil.which(compiler) is None:
        print(f"hoyle: no C++ compiler ({compiler}); odds will be slow and some exact counts missing", file=sys.stderr)
        return []
    flags = ["-O3", "-g0", "-std=c++20", "-fvisibility=hidden"]
    sanitize = shlex.split(os.environ.get("HOYLE_SANITIZE", ""))
    return [
        Extension(
            "hoyle._kernel",
            sources=sorted(path.as_posix() for path in Path("kernel").glob("*.cpp")),
            depends=sorted(path.as_posix() for path in Path("kernel").glob("*.hpp")),
            language="c++",
            extra_compile_args=[*flags, "-Wall", "-Wextra", *sanitize],
            extra_link_args=["-pthread", *sanitize],
        ),
        Extension(
            "hoyle._banked",
            ["kernel/banked/counts.cpp", "kernel/scales.cpp"],
            depends=["kernel/choose.hpp", "kernel/scales.hpp"],
            extra_compile_args=flags,
            language="c++",
        ),
    ]


class Build(build_ext):  # type: ignore[misc]
    """An install goes on without what does not compile."""

    extensions: list[Extension]
    parallel: int | bool | None

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.parallel is None:
            self.parallel = os.cpu_count() or 1

    def build_extensions(self) -> None:
        kernel, banked = (
            "the kernel did not compile, the odds will be slow",
            "the counts of house games did not compile, some will be missing",
        )
        alone = {"hoyle._kernel": kernel, "hoyle._banked": banked}
        wanted: dict[str, list[Extension]] = {}
        for extension in self.extensions:
            # The modules that mypyc compiles depend on each other: install all or none.
            wanted.setdefault(alone.get(extension.name, ENGINE_FAILED), []).append(extension)
        built: list[Extension] = []
        for failure, together in wanted.items():
            self.extensions = together
            try:
                super().build_extensions()
            except (BaseError, CCompilerError):
                if "build_ext" in sys.argv:
                    raise
                print(f"hoyle: {failure}", file=sys.stderr)
                for extension in together:
                    Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            else:
                built += together
        self.extensions = built


class Wheel(bdist_wheel):  # type: ignore[misc]
    """A wheel in which nothing is compiled is good for every machine, and says so."""

    root_is_pure: bool

    def get_tag(self) -> tuple[str, str, str]:
        built = Path(self.get_finalized_command("build").build_lib)
        if not [*built.rglob("*.so"), *built.rglob("*.pyd")]:
            self.root_is_pure = True
        tag: tuple[str, str, str] = super().get_tag()
        return tag


class Pages(build_py):  # type: ignore[misc]
    """An install builds the web client first; without Node the server has one plain page."""

    def run(self) -> None:
        if not self.editable_mode and not Path("src/hoyle/server/web/index.html").is_file():
            npm = shutil.which("npm")
            try:
                if npm is None:
                    raise FileNotFoundError("no npm was found")
                for step in ("ci", "run build"):
                    command = [npm, "--prefix", "web", "--silent", *step.split()]
                    subprocess.run(command, check=True)
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"hoyle: the web client was not built ({error})", file=sys.stderr)
            else:
                # The list made at the start lacks the files that were just built.
                self.data_files = self._get_data_files()
        super().run()


setup(ext_modules=extensions(), cmdclass={"bdist_wheel": Wheel, "build_ext": Build, "build_py": Pages})
