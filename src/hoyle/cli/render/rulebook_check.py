"""Terminal rendering of hands replayed under another rulebook, for `hoyle replay --book`."""

from __future__ import annotations

from typing import Any, NamedTuple

from hoyle.cli.render.console import console, print_json
from hoyle.cli.render.replay_results import ReplayedHandResult, print_transcript
from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import UnsupportedError
from hoyle.history.rulebook_comparison.hand_differences import HandUnderRulebook, replay_under_rulebook


class RulebookCheck(NamedTuple):
    """Hand of a file with its replay under another rulebook, or the error that prevented it."""

    result: ReplayedHandResult
    audited: HandUnderRulebook | None

    @property
    def name(self) -> str:
        return f"{self.result.file} [{self.result.key}]" if self.result.key else self.result.file

    @property
    def unreadable(self) -> bool:
        return self.audited is None and not self.result.unsupported

    def entry(self, book: str) -> dict[str, Any]:
        """Return the JSON object of a hand under another rulebook, for `--json`."""
        differences = [] if self.audited is None else self.audited.differences
        return {
            **self.result.entry(),
            "book": book,
            "differences": [difference.to_dict() for difference in differences],
        }


def check_against_rulebook(result: ReplayedHandResult, book: str) -> RulebookCheck:
    """Replay a hand under another rulebook; one that could not be read stays without a replay."""
    if result.replay is None:
        return RulebookCheck(result, None)
    try:
        audited = replay_under_rulebook(result.replay.history, book)
    except UnsupportedError as error:
        return RulebookCheck(result._replace(error=str(error), unsupported=True), None)
    except InvalidError as error:
        return RulebookCheck(result._replace(error=str(error)), None)
    replay = audited.replay
    return RulebookCheck(ReplayedHandResult(result.file, result.key, replay, replay.error), audited)


def print_rulebook_checks(checks: list[RulebookCheck], book: str, *, hero: int | None, as_json: bool) -> None:
    """Print a single hand's calls, then the differences of every hand with their clauses."""
    from rich.text import Text

    if as_json:
        print_json([check.entry(book) for check in checks])
        return
    out = console()
    if len(checks) == 1 and checks[0].audited is not None and not checks[0].result.refused:
        print_transcript(checks[0].result, hero)
        out.print()
    for check in checks:
        if check.audited is None:
            if check.unreadable and len(checks) > 1:
                out.print(Text(str(check.result.error), style="yellow"))
        elif check.audited.differences:
            out.print(Text(f"{check.name}: otherwise by {book}", style="bold"))
            for difference in check.audited.differences:
                out.print(Text(f"  {difference.where}: {difference}", style="yellow"))
        elif len(checks) == 1:
            out.print(Text(f"{check.name}: nothing is otherwise by {book}", style="green"))
    if len(checks) > 1:
        different = sum(1 for check in checks if check.audited is not None and check.audited.differences)
        same = sum(1 for check in checks if check.audited is not None) - different
        unsupported = sum(1 for check in checks if check.result.unsupported)
        parts = [f"{same} the same", f"{different} otherwise", f"{unsupported} of games it does not have"]
        parts += [f"{len(checks) - same - different - unsupported} cannot be read"]
        out.print(f"{len(checks)} hands by {book}: {', '.join(parts)}")
