"""Docstrings for modules compiled by mypyc, which keeps only the signatures.

The C that mypyc writes has a place for the docstring of every function, method, class, property and module.
We compile a copy of that C with the docstrings filled in; the original stays unchanged, so that mypyc can
reuse it. If a later mypyc writes other C, docstrings are missing and nothing else changes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_SIGNED = re.compile(r'(CPyPy_(\w+),[^"{}]*PyDoc_STR\()("(?:[^"\\]|\\.)*"|NULL)\)')
"""Entry of a function or method in a C table of functions."""
_TYPE = re.compile(r'(CPyType_(\w+)_template_ = \{.*?\.tp_doc = PyDoc_STR\()("(?:[^"\\]|\\.)*"|NULL)\)', re.DOTALL)
_PROPERTY = re.compile(r'\{"(\w+)",\s*\(getter\)(\w+)_get_\1,[^{}]*?NULL, NULL\}')
_MODULE = re.compile(r'(PyModuleDef_HEAD_INIT,\s*"([\w.]+)",\s*)NULL(, /\* docstring \*/)')


def all_docstrings(sources: Iterable[Path], root: Path) -> dict[str, str]:
    """Collect the docstrings of the `sources`, modules under `root`, by mypyc's C names."""
    return {name: text for source in sources for name, text in docstrings(source, root)}


def documented(c_file: Path, words: dict[str, str]) -> Path:
    """Write a copy of the C file with docstrings, if it has places for any; return the file to compile."""
    text = c_file.read_text(encoding="utf-8")
    filled = with_docstrings(text, words)
    if filled == text:
        return c_file
    copy = c_file.with_stem(f"{c_file.stem}_documented")
    # An unchanged file keeps its modification time, so that it is not compiled again.
    if not copy.exists() or copy.read_text(encoding="utf-8") != filled:
        copy.write_text(filled, encoding="utf-8")
    return copy


def docstrings(source: Path, root: Path) -> Iterator[tuple[str, str]]:
    """Collect the docstrings of one module."""
    module = ".".join(source.relative_to(root).with_suffix("").parts)
    tree = ast.parse(source.read_text(encoding="utf-8"))
    if said := ast.get_docstring(tree):
        yield module, said
    yield from _within(tree, module.replace(".", "___"))


def _within(owner: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, str]]:
    for node in owner.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{prefix}___{node.name}"
            if said := ast.get_docstring(node):
                yield name, said
            if isinstance(node, ast.ClassDef):
                yield from _within(node, name)


def with_docstrings(c_text: str, words: dict[str, str]) -> str:
    """Insert the docstrings into C source written by mypyc."""

    def signed(found: re.Match[str]) -> str:
        head, name, signature = found.groups()
        if name not in words:
            return found[0]
        return f"{head}{'' if signature == 'NULL' else signature} {_literal(words[name])})"

    def described(found: re.Match[str]) -> str:
        name, owner = found.groups()
        said = words.get(f"{owner}___{name}")
        return found[0] if said is None else found[0].replace("NULL, NULL}", f"{_literal(said)}, NULL}}")

    def headed(found: re.Match[str]) -> str:
        head, module, rest = found.groups()
        return f"{head}{_literal(words[module]) if module in words else 'NULL'}{rest}"

    for pattern, put in ((_SIGNED, signed), (_TYPE, signed), (_PROPERTY, described), (_MODULE, headed)):
        c_text = pattern.sub(put, c_text)
    return c_text


def _literal(text: str) -> str:
    """Encode text as a C string literal, line by line; non-ASCII bytes are escaped."""
    lines = text.encode().splitlines(keepends=True)
    return " ".join('"' + "".join(map(_escaped, line)) + '"' for line in lines)


def _escaped(byte: int) -> str:
    plain = 32 <= byte < 127 and byte not in b'"\\?'
    return chr(byte) if plain else f"\\{byte:03o}"
