"""Storage errors: rejected commits, and databases that are unavailable, damaged or out of date.

`CommitRejected` is about what was to be written: the store is as usable as before. `Unavailable` is about the
place it is kept in: the next call tries again, and opens what was lost anew.
"""

from __future__ import annotations

from typing import ClassVar

from hoyle.core.errors import HoyleError


class StoreError(HoyleError):
    """Base of every failure of a store; its text is for whoever runs the room, and may name places."""

    public: ClassVar[str] = "its records cannot be written"
    """What everyone may read of it: no path, no address, nothing that a driver says."""

    def __init__(self, message: str, *, uncertain: bool = False) -> None:
        super().__init__(message)
        self.uncertain = uncertain
        """The connection or the disk failed while it was being committed: it may be written all the same."""


class CommitRejected(StoreError):
    """A commit that must not be written, wholly because of one of its writes."""

    public = "it does not fit what is on record"

    def __init__(self, message: str, *, write: int = 0) -> None:
        super().__init__(message)
        self.write = write
        """Which of the writes handed in, from 0."""


class Superseded(CommitRejected):
    """Somebody else has claimed the stream, or nobody here ever did."""


class LeaseExpired(CommitRejected):
    """The lease of this node has ended: others may have its tables by now, and it writes nothing."""


class DuplicateCommand(CommitRejected):
    """This command of this person has already taken effect."""


class SequenceError(CommitRejected):
    """A record that does not follow the last one of its stream, or something that points beside one."""


class Overdrawn(CommitRejected):
    """An account would be below zero that may not be."""


class Unbalanced(CommitRejected):
    """The balances after the commit would not add up to what they were before."""


class Unwritable(CommitRejected):
    """A value that no store can hold."""

    public = "a value cannot be stored"


class Unavailable(StoreError):
    """The database cannot be used now, or not for this."""


class NoDatabase(Unavailable):
    """There is none at this place, and none can be made there."""


class NewerDatabase(Unavailable):
    """Written by a later version of the program."""


class ForeignDatabase(Unavailable):
    """The file or database is something else."""


class Damaged(Unavailable):
    """The database cannot be read any more."""

    public = "its records cannot be read"


class Locked(Unavailable):
    """Somebody else is writing and does not finish."""

    public = "its database is busy"


class ReadOnly(Unavailable):
    """It may be read and not written."""

    public = "its database is read-only"


class DiskFull(Unavailable):
    """No room is left to write to."""

    public = "its disk is full"


class Unreachable(Unavailable):
    """The server does not answer, or not any more."""

    public = "its database does not answer"


class RetiredFileMissing(Unavailable):
    """Records were retired to a file that is not there, or is not what it was."""

    public = "older records were moved to an archive that is not here"

    def __init__(self, message: str, *, last: int = 0) -> None:
        super().__init__(message)
        self.last = last
        """The last record of that file."""
