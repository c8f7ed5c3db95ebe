"""Command parameters: each field of a `Parameters` class declares one click argument or option.

The flag of an option follows from the name of its field, its click type from the annotation. The function of a
command gets all values as one object.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import NoneType
from typing import Any, ClassVar, Final, TypeVar, get_args, get_origin, get_type_hints

import click


class _Field:
    """Declaration of a click parameter, complete but for the name and the type of its field."""

    def __init__(self, kind: type[click.Parameter], flags: tuple[str, ...], settings: dict[str, Any]) -> None:
        self.kind = kind
        self.flags = flags
        self.settings = settings

    @property
    def default(self) -> Any:
        return () if self.settings.get("multiple") or self.settings.get("nargs") == -1 else self.settings.get("default")

    def build(self, name: str, annotation: Any) -> click.Parameter:
        """Build the click parameter of a field."""
        settings = dict(self.settings)
        kinds = [kind for kind in get_args(annotation) or (annotation,) if kind not in (NoneType, ...)]
        if get_origin(annotation) is tuple and self.kind is click.Option:
            settings["multiple"] = True
        if annotation is bool and "flag_value" not in settings:
            settings["is_flag"] = True
        elif kinds == [bool]:
            settings.setdefault("default", None)
        elif kinds == [Path]:
            settings.setdefault("type", click.Path(path_type=Path, dir_okay=False))
        else:
            settings.setdefault("type", kinds[0])
        flags = self.flags or (f"--{name.replace('_', '-')}",)
        return self.kind([name, *flags] if self.kind is click.Option else [name], **settings)


def argument(metavar: str, **settings: Any) -> Any:
    """Declare a positional argument."""
    return _Field(click.Argument, (), {"metavar": metavar, **settings})


def option(
    help: str, metavar: str | None = None, *, flags: str = "", default: Any = None, env: str = "", **settings: Any
) -> Any:
    """Declare an option; `flags` are others than that of the field's name, `env` an environment variable."""
    settings |= {"help": help, "metavar": metavar}
    if default is not None:
        settings["default"] = default
    settings.setdefault("show_default", default is not None and default is not False and default != "")
    if env:
        settings |= {"envvar": env, "show_envvar": True}
    return _Field(click.Option, tuple(flags.split()), settings)


class Parameters:
    """Values of a command's parameters; a parameter that is not given has its default."""

    fields: ClassVar[dict[str, _Field]] = {}

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, _Field)}
        cls.fields = {**cls.fields, **own}
        for name, field in own.items():
            setattr(cls, name, field.default)

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)


Given = TypeVar("Given", bound=Parameters)


def cli_command(
    kind: type[Given], *, group: click.Group | None = None, first: Sequence[str] = (), **settings: Any
) -> Callable[[Callable[[Given], int | None]], click.Command]:
    """Return a decorator that makes a click command of a function of one `Parameters` object.

    Help lists the fields `first` before the others; without them, inherited fields come first.
    """

    def make(function: Callable[[Given], int | None]) -> click.Command:
        hints = get_type_hints(kind)
        names = dict.fromkeys([*first, *kind.fields])
        parameters = [kind.fields[name].build(name, hints[name]) for name in names]
        settings.setdefault("help", function.__doc__)
        made = click.Command(
            settings.pop("name", None), callback=partial(_run, function, kind), params=parameters, **settings
        )
        if group is not None:
            group.add_command(made)
        return made

    return make


def _run(function: Callable[[Given], int | None], kind: type[Given], /, **values: Any) -> int | None:
    return function(kind(**values))


JSON: Final = option("Print JSON.", flags="--json")
