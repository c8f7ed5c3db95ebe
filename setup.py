"""Compile the hot modules with mypyc, their Python source staying the only source, and the native kernel.

Without a C compiler or Python's headers, or with ``HOYLE_PURE=1``, the same files run as plain Python.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

HOT = (
    "src/hoyle/cards.py",
    "src/hoyle/hands/*.py",
    "src/hoyle/poker/*.py",
    "src/hoyle/poker/events/*.py",
    "src/hoyle/room/shuffling.py",
)
"""Where the compiled modules are; ``__init__.py`` files only re-export and stay as they are."""

PURE = frozenset(f"src/hoyle/poker/{name}.py" for name in ("irregularities", "revenue", "view", "wagers"))
"""Files under ``HOT`` that answer a question now and then: not worth the time to compile."""


def hot_modules() -> list[str]:
    found = {path.as_posix() for pattern in HOT for path in Path().glob(pattern)}
    return sorted(path for path in found - PURE if not path.endswith("/__init__.py"))


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
        return kernel()
    from mypyc.build import mypycify

    modules: list[Extension] = mypycify(hot_modules(), opt_level="3", group_name="hoyle")
    return [*modules, *kernel()]


def kernel() -> list[Extension]:
    """The native kernel; portable flags, with second copies of hot functions chosen when it is loaded."""
    compiler = shlex.split(os.environ.get("CXX") or sysconfig.get_config_var("CXX") or "c++")[0]
    if shutil.which(compiler) is None:
        print(f"hoyle: no kernel and no odds (no C++ compiler, {compiler}, was found)", file=sys.stderr)
        return []
    sanitize = shlex.split(os.environ.get("HOYLE_SANITIZE", ""))
    extension = Extension(
        "hoyle._kernel",
        sources=sorted(path.as_posix() for path in Path("kernel").glob("*.cpp")),
        depends=sorted(path.as_posix() for path in Path("kernel").glob("*.hpp")),
        language="c++",
        extra_compile_args=["-std=c++20", "-O3", "-g0", "-fvisibility=hidden", "-Wall", "-Wextra", *sanitize],
        extra_link_args=["-pthread", *sanitize],
    )
    return [extension]


setup(ext_modules=extensions())
