"""Storage errors: rejected commits, and databases that are unavailable, damaged or out of date.

`CommitRejected` is about the content of a commit: the store is as usable as before. `Unavailable` is about
the database: the next call tries again, and reconnects if the connection was lost.
"""

from __future__ import annotations

from typing import ClassVar

from hoyle.core.errors import HoyleError


class StoreError(HoyleError):
    """Base of every storage error; its text is for the operator, and may name paths and hosts."""

    public: ClassVar[str] = "its records cannot be written"
    """Text that players may read: no path, no address, no driver message."""

    def __init__(self, message: str, *, uncertain: bool = False) -> None:
        super().__init__(message)
        self.uncertain = uncertain
        """Whether the commit may have been written all the same: it failed while being committed."""


class CommitRejected(StoreError):
    """Commit that was rejected as a whole because of one of its units."""

    public = "it does not fit what is on record"

    def __init__(self, message: str, *, unit: int = 0) -> None:
        super().__init__(message)
        self.unit = unit
        """Index of the unit at fault, from 0."""


class Superseded(CommitRejected):
    """Stream that another writer has claimed, or that was never claimed here."""


class LeaseExpired(CommitRejected):
    """Lease of this node that has ended: others may own its tables by now, and it writes nothing."""


class DuplicateCommand(CommitRejected):
    """Command that has already taken effect for this person."""


class SequenceError(CommitRejected):
    """Record that does not follow the last one of its stream, or a reference to no such record."""


class Overdrawn(CommitRejected):
    """Posting that would take an account below zero that may not be."""


class Unbalanced(CommitRejected):
    """Postings that would change the sum of all balances."""


class Unwritable(CommitRejected):
    """Value that no store can hold."""

    public = "a value cannot be stored"


class Unavailable(StoreError):
    """Database that cannot be used now, or not for this."""


class NoDatabase(Unavailable):
    """Database that does not exist and cannot be created."""


class NewerDatabase(Unavailable):
    """Database written by a newer version of the program."""


class ForeignDatabase(Unavailable):
    """File or database that is not a room's."""


class Damaged(Unavailable):
    """Database that cannot be read any more."""

    public = "its records cannot be read"


class Locked(Unavailable):
    """Database that another writer keeps locked."""

    public = "its database is busy"


class ReadOnly(Unavailable):
    """Database that may be read and not written."""

    public = "its database is read-only"


class DiskFull(Unavailable):
    """Disk without space left."""

    public = "its disk is full"


class Unreachable(Unavailable):
    """Database server that does not answer."""

    public = "its database does not answer"


class RetiredFileMissing(Unavailable):
    """Retired records whose file is missing or altered."""

    public = "older records were moved to an archive that is not here"

    def __init__(self, message: str, *, last_record: int = 0) -> None:
        super().__init__(message)
        self.last_record = last_record
        """Last record of that file."""
