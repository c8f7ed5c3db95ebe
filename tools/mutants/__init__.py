"""Mutation testing of the engine: one small change at a time, to see whether a test fails.

`make mutants` runs it: `SEED=` chooses the mutants, `COUNT=` their number. Each is one change to one function
of `hoyle.games.poker`, `hoyle.games.house_cards`, `hoyle.games.dice` or `hoyle.table`; `breaks.py` has the
kinds. Only tests that run the changed line are run, those that claim a clause first, then the others, then a
few random sessions, until one fails. A mutant that hangs until its time limit is killed too. One that no test
detects has survived.

`reach.py` records once which test runs which lines, in `build/mutants`. Changed tests are traced again; in an
edited source, lines are mapped to their new place. `trial.py` forks a process with everything imported and
collected, puts the changed code into the live function and runs the tests; `memory.py` knows which tests
killed a mutant before, to run them first. The engine runs as plain Python, from a copy of the sources without
compiled modules.

Not mutated, because no test could or should notice:

* docstrings, annotations, `assert`, and checks that only raise `ChipConservationError` or
  `NotImplementedError`: they catch internal defects and never fire in a correct engine;
* `__repr__` and similar methods;
* lines of `__init__` are not removed: every use would fail;
* the comparison in ``if a > b: b = a`` and in ``a if a < b else b``, which equal values do not affect;
* wording: texts of several words, f-strings, and the contents of a `raise` except for its clause. The
  refusal itself and its clause are mutated.

`equivalent.py` lists single equivalent mutants, each with its reason.

Code that runs only on import (tables of constants, default arguments) is not changed: other modules have
copied its values by then. Tests above the time limit are not run, and no mutant is tried beyond its budget,
which can only worsen the score. At the end every test that killed a mutant runs once more without a mutant,
and must pass.
"""
