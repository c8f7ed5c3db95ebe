"""Who comes in: guests by a name, members by a password, everybody afterwards by a token.

Passwords are hashed with argon2id, which takes a while on purpose: `fits` and `hashed` belong in a thread of
their own. Tokens are random and stand on disk as hashes. Three wrong passwords in a row lock the door for a
while, and who comes in is shown when he was here last.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import structs

from hoyle.bounds import counted
from hoyle.errors import IllegalError, InvalidError
from hoyle.room.live import people, room_desk
from hoyle.room.live.desk import Desk
from hoyle.room.live.marks import password_mark, session_mark
from hoyle.room.live.roles import GRANTED
from hoyle.room.store.writing import Credential, Session
from hoyle.table.fields import shown

GUEST_CHIPS: Final = 10_000
FEW: Final = 10
"""Fresh play chips are for who has less than a tenth of what guests come with."""
SESSION: Final = 30 * 86_400_000
"""How long a session lasts."""
MOST_FAILURES: Final = 3
LOCKED: Final = 15 * 60_000
SHORTEST: Final = 8
LONGEST: Final = 200
HOUSE: Final = "house"
APPOINTED: Final = "appointed by the house"

_HASHER: Final = PasswordHasher()


class Admitted(NamedTuple):
    """Somebody who is in."""

    person: str
    token: str
    """For the cookie; nobody but he has it."""
    last_login: int = 0
    """When he was here before; 0: never."""


def hashed(password: object) -> str:
    """What is kept of a password."""
    if not isinstance(password, str) or not SHORTEST <= len(password) <= LONGEST:
        raise InvalidError(f"the password: {SHORTEST} to {LONGEST} characters are wanted")
    return _HASHER.hash(password)


def fits(credential: Credential | None, password: object) -> bool:
    """Whether a password is the one whose hash is kept."""
    nobody = _nobody()
    kept = nobody if credential is None or not credential.password else credential.password
    try:
        good = _HASHER.verify(kept, password if isinstance(password, str) else "")
    except (VerificationError, InvalidHashError):
        return False
    return good and kept is not nobody


@cache
def _nobody() -> str:
    """Checked where there is no such person, so that the time it takes says nothing."""
    return _HASHER.hash("nobody's password")


class Doorman:
    """At the door of one room."""

    def __init__(self, desk: Desk, *, guest_chips: int = GUEST_CHIPS) -> None:
        self._desk = desk
        self._guest_chips = guest_chips

    def guest(self, name: str, agent: str = "") -> Admitted:
        """Let somebody new in, with play chips."""
        token, session = self._session(name, agent, self._desk.now())
        self._desk.door(
            lambda draft: room_desk.enter(
                draft, name, chips=self._guest_chips, session=session_mark(session)
            ),
            person=name,
            session=session,
            now=session.begun,
        )
        return Admitted(name, token)

    def refresh(self, person: str) -> int:
        """Give somebody who has few play chips left as many as he came with; how many he has then."""
        room, usual = self._desk.room, self._guest_chips
        known = room.state.people.get(person)
        seats = [
            (hosted.table, seat)
            for hosted in room.tables.values()
            for seat, name in hosted.seated.items()
            if name == person and not hosted.terms.private
        ]
        if any(table.in_play(seat) for table, seat in seats):
            raise IllegalError(
                f"{person} is in a round: what he has is known at its end", clause="house promotions"
            )
        stacks = [table.company.stack(seat) for table, seat in seats]
        stacks += [there.get(person, 0) for there in room.stacks_elsewhere.values()]
        has = room.purse(person) + sum(stacks)
        few = usual // FEW
        if known is None or known.disabled or has >= few:
            raise IllegalError(
                f"{person} has {counted(has, 'chip')}: fresh ones are for who has fewer than {few:,}",
                clause="house promotions",
            )
        chips = usual - has
        self._desk.door(
            lambda draft: room_desk.refresh(draft, person, chips=chips), person=person, now=self._desk.now()
        )
        return room.purse(person)

    def register(self, person: str, kept: str) -> None:
        """A guest becomes a member with this hash of a password; his wallet stays."""
        now = self._desk.now()
        self._desk.door(
            lambda draft: room_desk.register(draft, person, password=password_mark(kept)),
            person=person,
            credential=Credential(person=person, password=kept, last_login=now),
            now=now,
        )

    def log_in(self, name: str, *, good: bool, agent: str = "") -> Admitted:
        """Let a member in whose password was looked at; too many wrong ones lock the door for a while."""
        credential, now = self._desk.store.credential(name), self._desk.now()
        if credential is None or not credential.password:
            raise self._wrong()
        if credential.locked_until > now:
            wait = -(-(credential.locked_until - now) // 60_000)
            raise IllegalError(
                f"too many wrong passwords: try again in {wait} minutes", clause="house sessions"
            )
        if not good:
            failures = credential.failures + 1
            locked = now + LOCKED if failures >= MOST_FAILURES else 0
            self._desk.door(
                lambda draft: room_desk.log_in(draft, name, good=False, failures=failures),
                person=name,
                credential=Credential(
                    person=name,
                    password=credential.password,
                    failures=0 if locked else failures,
                    locked_until=locked,
                    last_login=credential.last_login,
                ),
                now=now,
            )
            raise self._wrong()
        token, session = self._session(name, agent, now)
        self._desk.door(
            lambda draft: room_desk.log_in(draft, name, good=True, failures=0, session=session_mark(session)),
            person=name,
            credential=Credential(person=name, password=credential.password, last_login=now),
            session=session,
            now=now,
        )
        return Admitted(name, token, credential.last_login)

    def _wrong(self) -> IllegalError:
        return IllegalError("name or password is wrong", clause="house sessions")

    def who(self, token: str) -> str:
        """Whose token it is; nobody's where it is none, has ended or is too old."""
        session = self.session(token)
        return "" if session is None else session.person

    def whose(self, token: str) -> str:
        """Whose token it is or was, though its session has ended."""
        session = self._desk.store.session(_digest(token))
        return "" if session is None else session.person

    def session(self, token: str) -> Session | None:
        """The session of a token; None where it is none, has ended or is too old."""
        session = self._desk.store.session(_digest(token))
        return None if session is None or session.ended or session.ends <= self._desk.now() else session

    def sessions(self, person: str) -> list[Session]:
        """Somebody's sessions, the latest first."""
        return self._desk.store.sessions(person)

    def log_out(self, token: str) -> None:
        """End a session."""
        session = self._desk.store.session(_digest(token))
        if session is not None and not session.ended:
            self._end(session)

    def end(self, person: str, begun: int) -> None:
        """End another session of one's own, told by when it began."""
        for session in self.sessions(person):
            if session.begun == begun and not session.ended:
                self._end(session)
                return
        raise IllegalError(f"no session of {person} began at {begun}", clause="house sessions")

    def _end(self, session: Session) -> None:
        ended = structs.replace(session, ended=self._desk.now())
        self._desk.door(
            lambda draft: room_desk.log_out(draft, session.person, session=session_mark(session)),
            person=session.person,
            session=ended,
            now=ended.ended,
        )

    def appoint(self, name: str, role: str) -> None:
        """The house itself gives a role: the first manager of a new room has it from here."""
        if role not in GRANTED:
            raise InvalidError(f"role {shown(role)}: one of {', '.join(GRANTED)} is wanted")
        grant = people.GrantRole(player=name, role=role, why=APPOINTED)
        self._desk.door(lambda draft: room_desk.grant_role(draft, grant), person=HOUSE)

    def _session(self, person: str, agent: str, now: int) -> tuple[str, Session]:
        token = self._desk.entropy(32).hex()
        kept = "".join(char for char in agent[:200] if char.isprintable())
        session = Session(
            token=_digest(token), person=person, begun=now, seen=now, ends=now + SESSION, agent=kept
        )
        return token, session


def _digest(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()
