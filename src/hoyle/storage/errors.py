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
    """Raised when a commit is rejected as a whole because of one of its units."""

    public = "it does not fit what is on record"

    def __init__(self, message: str, *, unit: int = 0) -> None:
        super().__init__(message)
        self.unit = unit
        """Index of the unit at fault, from 0."""


class Superseded(CommitRejected):
    """Raised on a write to a stream that another writer has claimed, or that was never claimed here."""


class LeaseExpired(CommitRejected):
    """Raised when the lease of this node has ended: others may own its tables by now."""


class DuplicateCommand(CommitRejected):
    """Raised on a commit of a command that has already taken effect for this person."""


class SequenceError(CommitRejected):
    """Raised on a record that does not follow the last of its stream, or a reference to no such record."""


class Overdrawn(CommitRejected):
    """Raised on a posting that would take an account below zero that may not be."""


class Unbalanced(CommitRejected):
    """Raised on postings that would change the sum of all balances."""


class Unwritable(CommitRejected):
    """Raised on a value that no store can hold."""

    public = "a value cannot be stored"


class Unavailable(StoreError):
    """Raised when the database cannot be used now, or not for this."""


class NoDatabase(Unavailable):
    """Raised when the database does not exist and cannot be created."""


class NewerDatabase(Unavailable):
    """Raised when the database was written by a newer version of the program."""


class ForeignDatabase(Unavailable):
    """Raised when the file or database is not a room's."""


class Damaged(Unavailable):
    """Raised when the database is damaged and cannot be read any more."""

    public = "its records cannot be read"


class Locked(Unavailable):
    """Raised when another writer keeps the database locked."""

    public = "its database is busy"


class ReadOnly(Unavailable):
    """Raised on a write to a database that may only be read."""

    public = "its database is read-only"


class DiskFull(Unavailable):
    """Raised when the disk has no space left."""

    public = "its disk is full"


class Unreachable(Unavailable):
    """Raised when the database server does not answer."""

    public = "its database does not answer"


class RetiredFileMissing(Unavailable):
    """Raised when the file of retired records is missing or altered."""

    public = "older records were moved to an archive that is not here"

    def __init__(self, message: str, *, last_record: int = 0) -> None:
        super().__init__(message)
        self.last_record = last_record
        """Last record of that file."""
