"""Breaks the engine on purpose, one small thing at a time, and sees whether a test notices.

`make mutants` does it: `SEED=` chooses the mutants, `COUNT=` says how many. Each is one change to one
function of `hoyle.games.poker`, `hoyle.games.house_cards`, `hoyle.games.dice` or `hoyle.table`; `breaks.py`
has the kinds. Only tests that run the changed line are asked, those that claim a clause first, then the
others, then a few random sessions, until one fails. A mutant that hangs until its time limit is dead too.
One that no test reaches and no session notices has survived.

`reach.py` finds out once which test runs which lines; the answer is kept in `build/mutants`. Tests that
changed are watched again; where a source was edited, its lines are followed to where they went. `trial.py`
forks a process that has everything imported and collected, puts the changed code into the live function and
runs the tests; `memory.py` knows who noticed before and is asked first. The engine runs as plain Python, from
a copy of the sources without compiled modules.

Left alone, because no test could or should notice:

* docstrings, annotations, `assert`, and checks that only raise `ChipConservationError` or
  `NotImplementedError`: they catch defects of ours and never speak in a sound engine;
* `__repr__` and its like;
* lines of `__init__` are not removed: every use would fail;
* the comparison in ``if a > b: b = a`` and in ``a if a < b else b``: equal is equal;
* wording: texts of several words, f-strings, and what is inside a `raise` except for its clause. That
  something is refused, and by which clause, is not left alone.

`equivalent.py` has single mutants that change nothing, each with its reason.

Code that runs on import alone (tables of constants, defaults of arguments) is not changed: others have taken
its values by then. Tests slower than our patience are not asked, nor is a mutant tried beyond its budget:
that only makes the figure worse than it is. At the end every test that killed a mutant runs once more with
nothing broken, and must pass.
"""
