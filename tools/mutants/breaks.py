"""Mutation operators: all small changes to a source file, and the file with one of them applied."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

LEFT_ALONE: Final = frozenset(("__repr__", "__str__", "__rich__", "_repr_html_", "__rich_repr__"))
"""Functions for display only."""
GUARDS: Final = frozenset(("ChipConservationError", "NotImplementedError", "AssertionError"))
"""Exceptions that only a defect of the engine raises."""
OTHER_CLAUSE: Final = "oneida XI.A.1"
"""Replacement for a cited clause."""

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


class Break(NamedTuple):
    """One node of a function, and its replacement."""

    kind: str
    function: str
    """Its qualified name."""
    starts: int
    """Line of the function's first decorator or `def`, by which its code is found."""
    lines: tuple[int, int]
    """Lines from the start of the statement to the end of the node; a test must run one to notice."""
    old: ast.AST
    new: ast.AST
    parent: ast.AST

    def words(self) -> str:
        """Describe the change in one line."""
        return f"{_short(self.old)}  =>  {_short(self.new)}"

    def carry_out(self) -> None:
        """Apply the change to the tree."""
        ast.copy_location(self.new, self.old)
        for name, value in ast.iter_fields(self.parent):
            if value is self.old:
                setattr(self.parent, name, self.new)
            elif isinstance(value, list):
                value[:] = [self.new if each is self.old else each for each in value]
        ast.fix_missing_locations(self.parent)


def breaks(tree: ast.Module) -> list[Break]:
    """List all changes to a file in line order; the same text gives the same list."""
    return [found for function, name in _functions(tree, "") for found in _Finder(function, name).all()]


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Functions and methods of a module; nested functions belong to the outer one."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.FunctionDef) and child.name not in LEFT_ALONE:
            yield child, f"{prefix}{child.name}"
        elif isinstance(child, ast.If):
            yield from _functions(child, prefix)


class _Finder:
    """Visitor that collects the changes to one function."""

    def __init__(self, function: ast.FunctionDef, name: str) -> None:
        self.function = function
        self.name = name
        self.found: list[Break] = []
        self.starts = min([function.lineno, *(each.lineno for each in function.decorator_list)])

    def all(self) -> list[Break]:
        self._body(self.function)
        return self.found

    # Statements

    def _body(self, parent: ast.AST) -> None:
        for _, value in ast.iter_fields(parent):
            if isinstance(value, list):
                for each in value:
                    if isinstance(each, ast.stmt):
                        self._statement(each, parent)
                    elif isinstance(each, (ast.ExceptHandler, ast.match_case)):
                        self._body(each)

    def _statement(self, node: ast.stmt, parent: ast.AST) -> None:
        if isinstance(node, (ast.Assert, ast.ClassDef)) or _is_docstring(node) or _is_guard(node):
            return
        if isinstance(node, ast.FunctionDef):
            self._body(node)
            return
        if _is_removable(node) and self.function.name != "__init__":
            # Without a line of `__init__` every use would fail, which is no test of the tests.
            self._add("statement removed", node, ast.Pass(), parent, node)
        if isinstance(node, ast.If):
            for value, operator in ((False, ast.And()), (True, ast.Or())):
                # The condition is still evaluated: it may assign a name with `:=`.
                made = ast.BoolOp(operator, [node.test, ast.Constant(value)])
                self._add("branch dropped" if not value else "branch forced", node.test, made, node, node)
        if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
            made_op = ARITHMETIC[type(node.op)]()
            self._add("arithmetic", node, ast.AugAssign(node.target, made_op, node.value), parent, node)
        if isinstance(node, ast.Raise):
            self._clauses(node, node)
            return
        for name, value in ast.iter_fields(node):
            if name == "annotation":
                continue
            if isinstance(value, ast.expr):
                self._expression(value, node, node)
            elif isinstance(value, list):
                for each in value:
                    if isinstance(each, ast.expr):
                        self._expression(each, node, node)
                    elif isinstance(each, ast.withitem):
                        self._expression(each.context_expr, each, node)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(_names_clause(target) for target in targets):
                self._clause(node.value, node, node)
        self._body(node)

    # Expressions

    def _expression(self, node: ast.expr, parent: ast.AST, statement: ast.stmt) -> None:
        if isinstance(node, ast.JoinedStr):
            return
        for kind, new in _replacements(node):
            if kind != "comparison" or not _picks_larger_or_smaller(node, parent):
                self._add(kind, node, new, parent, statement)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and _names_clause(node):
            self._clause(node, parent, statement)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._expression(child, node, statement)
            elif isinstance(child, ast.comprehension):
                self._expression(child.iter, child, statement)
                for test in child.ifs:
                    made = ast.BoolOp(ast.Or(), [test, ast.Constant(True)])
                    self._add("condition dropped", test, made, child, statement)
                    self._expression(test, child, statement)
            elif isinstance(child, ast.keyword):
                if child.arg == "clause" and not _names_clause(child.value):
                    self._clause(child.value, child, statement)
                self._expression(child.value, child, statement)

    def _clauses(self, node: ast.AST, statement: ast.stmt) -> None:
        """Mutate only the clause of a refusal: the rest is wording."""
        for child in ast.walk(node):
            if isinstance(child, ast.keyword) and child.arg == "clause":
                self._clause(child.value, child, statement)

    def _clause(self, node: ast.expr, parent: ast.AST, statement: ast.stmt) -> None:
        if (isinstance(node, ast.Constant) and not node.value) or (isinstance(node, ast.List) and not node.elts):
            return
        made = ast.BoolOp(ast.And(), [node, ast.Constant(OTHER_CLAUSE)])
        self._add("clause swapped", node, made, parent, statement)

    def _add(self, kind: str, old: ast.AST, new: ast.AST, parent: ast.AST, statement: ast.stmt) -> None:
        if any(each.old is old and ast.dump(each.new) == ast.dump(new) for each in self.found[-6:]):
            return
        end = getattr(old, "end_lineno", None) or statement.lineno
        if old is statement and isinstance(statement, (ast.If, ast.For, ast.While)):
            end = statement.lineno
        lines = (statement.lineno, end)
        self.found.append(Break(kind, self.name, self.starts, lines, old, new, parent))


def _replacements(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Replacements for an expression."""
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            other = [*node.ops]
            other[at] = COMPARISONS[type(operator)]()
            yield "comparison", ast.Compare(node.left, other, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield "and/or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for at in range(len(node.values)):
            rest = [*node.values[:at], *node.values[at + 1 :]]
            yield "condition dropped", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node.operand
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "arithmetic", node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        if not any(_is_text(side) for side in (node.left, node.right)):
            yield "arithmetic", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.IfExp):
        yield "choice swapped", ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Constant):
        yield from _other_constants(node.value)


def _other_constants(value: object) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(value, bool):
        yield "constant", ast.Constant(not value)
    elif isinstance(value, int):
        yield "boundary", ast.Constant(value + 1)
        if value > 0:
            yield "boundary", ast.Constant(value - 1)
    elif isinstance(value, str) and re.fullmatch(r"[\w.-]+", value):
        yield "constant", ast.Constant(f"other-{value}")


def _picks_larger_or_smaller(test: ast.expr, parent: ast.AST) -> bool:
    """Whether a comparison picks one of two values (``a if a < b else b``), where equality has no effect."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    if not isinstance(test.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
        return False
    compared = sorted((ast.unparse(test.left), ast.unparse(test.comparators[0])))
    if isinstance(parent, ast.IfExp) and parent.test is test:
        return sorted((ast.unparse(parent.body), ast.unparse(parent.orelse))) == compared
    if isinstance(parent, ast.If) and parent.test is test and not parent.orelse and len(parent.body) == 1:
        only = parent.body[0]
        if isinstance(only, ast.Assign) and len(only.targets) == 1:
            return sorted((ast.unparse(only.targets[0]), ast.unparse(only.value))) == compared
    return False


def _is_removable(node: ast.stmt) -> bool:
    """Whether a statement can be removed without leaving names undefined."""
    if isinstance(node, (ast.Raise, ast.Continue, ast.Break, ast.AugAssign, ast.Delete)):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.Assign) and any(
        isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets
    )


def _is_empty(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and not node.value) or (isinstance(node, ast.List) and not node.elts)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_guard(node: ast.stmt) -> bool:
    """Whether a check fires only on a defect of the engine."""
    if isinstance(node, ast.If):
        return not node.orelse and _is_guard(node.body[-1])
    if not isinstance(node, ast.Raise) or node.exc is None:
        return False
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(raised, ast.Name) and raised.id in GUARDS


def _names_clause(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name == "clause" or name.startswith("c_") or name.endswith("_clause")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        node = node.test
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else text[:97] + "..."
