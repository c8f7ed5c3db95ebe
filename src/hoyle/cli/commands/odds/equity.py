"""`hoyle equity`: each hand's share of the pot, exact where possible, else sampled."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hoyle.cli.command_parameters import Parameters, argument, cli_command, option
from hoyle.cli.long_runs import CLUSTER
from hoyle.cli.parameter_types import ODDS_GAME
from hoyle.cli.render.console import print_json
from hoyle.odds.equities.calculator import EquityRequest, Progress, SolverOptions, solver_options
from hoyle.odds.equities.equity_result import EquityResult
from hoyle.odds.kernel_loader import REMARK, SAMPLES
from hoyle.odds.showdown_rules import GAMES, game


class EquityOptions(Parameters):
    game: str = argument("GAME", type=ODDS_GAME)
    hands: tuple[str, ...] = argument("HAND HAND...", nargs=-1, required=True)
    board: str = option("Cards of the board so far.", "CARDS", default="")
    dead: str = option("Dead cards: not dealt to any hand or the board.", "CARDS", default="")
    exact: bool | None = option(
        "Count every deal, or sample.  [default: exact if there are few enough deals]", flags="--exact/--sample"
    )
    samples: int | None = option(f"Deals to sample.  [default: {SAMPLES:,}]", type=click.IntRange(1, 10**12))
    seed: int = option("Seed of the samples.", default=0)
    threads: int | None = option("Threads.  [default: all cores]", type=click.IntRange(1, 1024))
    cluster: str | None = CLUSTER
    as_json: bool = option("Print one JSON object.", flags="--json")
    plot: Path | None = option(
        "Draw equity street by street, or against each hand of a range, as .png or .svg.", "FILE"
    )


@cli_command(
    EquityOptions,
    epilog=f"Games: {', '.join(GAMES)}. Example: hoyle equity omaha-hilo8 As2sKhQh 9c9dTcTd AdAc3h4h --board 3s5hKd",
)
def command(options: EquityOptions) -> None:
    """Compute the share of the pot that each HAND wins on average once all cards are dealt.

    A HAND is cards (AhKh), known and unknown cards (Ah??), the word random, or in hold'em and Omaha a range
    ("QQ+, AKs", "AA**ds", "15%"; see hoyle range --help). In draw games it is the cards kept, followed by a
    slash and the discards if they are known.
    """
    plot, samples, seed = options.plot, options.samples, options.seed
    if plot is not None:
        from hoyle.cli.render.plots import check_file, draw_equity

        check_file(plot)
    problem = EquityRequest(game(options.game), options.hands, board=options.board, dead=options.dead)
    work = solver_options(exact=options.exact, samples=samples, seed=seed, threads=options.threads)
    result = _solve(problem, work, options.cluster)
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    if REMARK:
        click.echo(f"hoyle: {REMARK}", err=True)
    if plot is not None:
        draw_equity(plot, result, samples=samples, seed=seed)
    if options.as_json:
        print_json(result.to_json())
    else:
        click.echo(result)
        if plot is not None:
            click.echo(f"drawn in {plot}")


def _solve(problem: EquityRequest, work: SolverOptions, cluster: str | None) -> EquityResult:
    if cluster is None:
        return problem.solve(work, _progress())
    from hoyle.dask_jobs import run_job
    from hoyle.odds.equities.partitioned_job import PartitionedEquityJob

    parts = PartitionedEquityJob(problem, work, _progress())
    run_job(parts, cluster)
    return parts.result()


def _progress() -> Progress | None:
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        click.echo(f"\r{done / max(total, 1):6.1%} counted", nl=False, err=True)

    return show
