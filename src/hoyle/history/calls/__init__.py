"""The dealer's calls: every entry of a log as a sentence, with the clause it rests on."""

from hoyle.history.calls.call import Call, Narrator
from hoyle.history.calls.narrating import narrate, narrator

__all__ = ["Call", "Narrator", "narrate", "narrator"]
