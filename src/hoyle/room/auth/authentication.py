"""Authentication: guest entry, registration, password log-in with lockout, and session tokens.

Passwords are hashed with argon2id, which takes a while on purpose: `verify_password` and `hash_password`
belong in a thread of their own. Tokens are random and stand on disk as hashes. Wrong passwords make whoever
tries them wait, longer each time (`throttle`), and say nothing about which names there are; who comes in is
shown when they were here last. Names that are reserved, and accounts whose password was reset, are claimed
with a one-time code.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import structs

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import pluralize
from hoyle.room import room_state
from hoyle.room.auth.credential_tamper_hashes import code_mark, password_fingerprint, session_fingerprint
from hoyle.room.auth.login_throttle import Arrivals, Throttle
from hoyle.room.auth.permissions import GRANTED
from hoyle.room.handlers import room_handlers
from hoyle.room.messages import Entropy
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.room_state import GUEST, MEMBER
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.storage.account_names import deposit, wallet
from hoyle.storage.models import Credential, Session
from hoyle.table.field_types import abbreviate

GUEST_CHIPS: Final = 10_000
LOW_CHIPS_DIVISOR: Final = 10
"""Fresh play chips are for who has less than a tenth of what guests come with."""
SESSION_LIFETIME_MS: Final = 30 * 86_400_000
"""How long a session lasts."""
IDLE: Final = 3 * 86_400_000
"""How long a guest's account is kept that nobody uses."""
MAX_GUESTS: Final = 10_000
MAX_LOOKED_AT: Final = 1_000
MAX_EXPIRED: Final = 50
"""Accounts that are looked at, and guests' that are closed, at once."""
MIN_PASSWORD_LENGTH: Final = 8
MAX_PASSWORD_LENGTH: Final = 200
HOUSE: Final = "house"
APPOINTED: Final = "appointed by the house"
CODE_LENGTH: Final = 16
_CODE: Final = "23456789abcdefghjkmnpqrstvwxyz"
"""Letters and digits of a code, none of which looks like another."""

_HASHER: Final = PasswordHasher()


class Unauthenticated(IllegalError):
    """A request without a valid session, or a log-in with the wrong name or password."""


class Login(NamedTuple):
    """Somebody who is in."""

    person: str
    token: str
    """For the cookie; nobody but he has it."""
    last_login: int = 0
    """When he was here before; 0: never."""


def hash_password(password: object) -> str:
    """What is kept of a password."""
    if not isinstance(password, str) or not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise InvalidError(
            f"the password: {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters are wanted"
        )
    return _HASHER.hash(password)


def verify_password(credential: Credential | None, password: object) -> bool:
    """Whether a password is the one whose hash is kept."""
    nobody = _nobody()
    kept = nobody if credential is None or not credential.password else credential.password
    try:
        good = _HASHER.verify(kept, password if isinstance(password, str) else "")
    except (VerificationError, InvalidHashError):
        return False
    return good and kept is not nobody


def new_code(entropy: Entropy) -> str:
    """A one-time code: 80 bits of chance, as people type it."""
    chosen = int.from_bytes(entropy(16), "big")
    found = ""
    while len(found) < CODE_LENGTH:
        chosen, at = divmod(chosen, len(_CODE))
        found += _CODE[at]
    return "-".join(found[at : at + 4] for at in range(0, CODE_LENGTH, 4))


@cache
def _nobody() -> str:
    """Checked where there is no such person, so that the time it takes says nothing."""
    return _HASHER.hash("nobody's password")


class _Reserved(Exception):
    """The name is reserved already, or has the role."""


class Authenticator:
    """At the door of one room."""

    def __init__(
        self,
        desk: CommandPipeline,
        *,
        guest_chips: int = GUEST_CHIPS,
        most_guests: int = MAX_GUESTS,
        guests_from_one: int = 0,
        idle: int = IDLE,
    ) -> None:
        """`guests_from_one` new guests come from one address in an hour; 0: any number."""
        self._desk = desk
        self._guest_chips = guest_chips
        self._most_guests = most_guests
        self._arrivals = Arrivals(guests_from_one)
        self._throttle = Throttle()
        self._idle = idle
        self._failed: dict[str, int] = {}
        """Wrong passwords of members that are not on record yet."""
        self._looked_at = 0
        """How far the guests were looked through for those who are gone."""

    def guest(self, name: str, agent: str = "", *, address: str = "", sponsor: str = "") -> Login:
        """Let somebody new in, with play chips; `sponsor` is the member whose second account it is."""
        now = self._desk.now()
        if self._desk.room.state.guests >= self._most_guests:
            raise IllegalError(
                f"{self._most_guests:,} guests are here already", clause="house names", legal="log in"
            )
        room_handlers.check_name(self._desk.room.state, name)
        self._arrivals.arrive(address, now)
        token, session = self._session(name, agent, now)
        self._desk.process_internal(
            lambda draft: room_handlers.enter(
                draft, name, chips=self._guest_chips, session=session_fingerprint(session), sponsor=sponsor
            ),
            person=name,
            sessions=(session,),
            now=session.begun,
        )
        return Login(name, token)

    def grant_play_chips(self, person: str) -> int:
        """Give somebody who has few play chips left as many as they came with; how many that is then."""
        room, usual = self._desk.room, self._guest_chips
        known = room.state.people.get(person)
        seats = [
            (hosted.table, seat)
            for hosted in room.tables.values()
            for seat, name in hosted.seated.items()
            if name == person and hosted.for_play_chips()
        ]
        if any(table.has_chips_in_play(seat) for table, seat in seats):
            raise IllegalError(
                f"{person} is in a round: what he has is known at its end", clause="house promotions"
            )
        stacks = [table.roster.stack(seat) for table, seat in seats]
        stacks += [there.get(person, 0) for there in room.stacks_elsewhere.values()]
        has = room.wallet_balance(person) + sum(stacks)
        few = usual // LOW_CHIPS_DIVISOR
        if known is None or known.disabled or has >= few:
            raise IllegalError(
                f"{person} has {pluralize(has, 'chip')}: fresh ones are for who has fewer than {few:,}",
                clause="house promotions",
            )
        chips = usual - has
        self._desk.process_internal(
            lambda draft: room_handlers.refresh(draft, person, chips=chips),
            person=person,
            now=self._desk.now(),
        )
        return room.wallet_balance(person)

    def register(self, person: str, kept: str, agent: str = "") -> Login:
        """A guest becomes a member with this hash of a password; the wallet stays, the token is another."""
        now = self._desk.now()
        token, session = self._session(person, agent, now)
        open_ = self._open(person)
        self._desk.process_internal(
            lambda draft: room_handlers.register(
                draft,
                person,
                password=password_fingerprint(kept),
                session=session_fingerprint(session),
                ended=[session_fingerprint(each) for each in open_],
            ),
            person=person,
            credential=Credential(person=person, password=kept, last_login=now),
            sessions=(*self._ending(open_, now), session),
            now=now,
        )
        return Login(person, token)

    # Passwords

    def attempt(self, name: str, address: str = "") -> str:
        """What a password for a name is held against, empty where nothing fits; refused before its time."""
        self._throttle.attempt(address, name, self._desk.now())
        credential = self._desk.store.credential(name)
        return "" if credential is None else credential.password

    def log_in(self, name: str, *, good: bool, agent: str = "", address: str = "") -> Login:
        """Let a member in whose password was looked at."""
        credential = self._check_password(name, good=good, address=address)
        now = self._desk.now()
        token, session = self._session(name, agent, now)
        failures = self._failed.pop(name, 0)
        self._desk.process_internal(
            lambda draft: room_handlers.log_in(
                draft, name, good=True, failures=failures, session=session_fingerprint(session)
            ),
            person=name,
            credential=Credential(person=name, password=credential.password, last_login=now),
            sessions=(session,),
            now=now,
        )
        return Login(name, token, credential.last_login)

    def _check_password(self, name: str, *, good: bool, address: str) -> Credential:
        """The credential behind a password that was looked at; nothing is written about a wrong one yet."""
        credential = self._desk.store.credential(name)
        if credential is None or not credential.password or not good:
            if credential is not None and credential.password:
                self._failed[name] = self._failed.get(name, 0) + 1
            raise Unauthenticated("name or password is wrong", clause="house sessions")
        self._throttle.right(address, name, self._desk.now())
        return credential

    def note_wrong(self) -> None:
        """Put wrong passwords on record, which nobody who tries one waits for."""
        failed, self._failed = self._failed, {}
        for name, failures in failed.items():
            self._desk.process_internal(
                partial(room_handlers.log_in, name=name, good=False, failures=failures), person=name
            )

    def change_password(
        self, person: str, kept: str, *, good: bool, agent: str = "", address: str = ""
    ) -> Login:
        """Another password for a member who has shown the present one; all sessions end but a new one."""
        credential = self._check_password(person, good=good, address=address)
        now = self._desk.now()
        token, session = self._session(person, agent, now)
        open_ = self._open(person)
        self._desk.process_internal(
            lambda draft: room_handlers.change_password(
                draft,
                person,
                password=password_fingerprint(kept),
                session=session_fingerprint(session),
                ended=[session_fingerprint(each) for each in open_],
            ),
            person=person,
            credential=Credential(person=person, password=kept, last_login=now),
            sessions=(*self._ending(open_, now), session),
            now=now,
        )
        return Login(person, token, credential.last_login)

    # Names and codes

    def issue_code(self, name: str, mark: str, *, role: str = "", reset: bool = False, why: str = "") -> None:
        """Let whoever has the code of a mark have a name, or an account; with `reset` nobody else has it."""
        now = self._desk.now()
        credential = self._desk.store.credential(name) if reset else None
        open_ = self._open(name) if reset else []
        standing = self._desk.room.state.claims.get(name)
        command = room_state.IssueCode(
            player=name,
            code=mark,
            role=role or ("" if standing is None else standing.role),
            reset=reset,
            ended=[session_fingerprint(each) for each in open_],
            why=why,
        )
        self._desk.process_internal(
            lambda draft: room_handlers.issue_code(draft, command),
            person=HOUSE,
            credential=None if credential is None else structs.replace(credential, password=""),
            sessions=self._ending(open_, now),
            now=now,
        )

    def reserve(self, name: str, mark: str, *, role: str, why: str) -> bool:
        """Keep a name, and a role, for whoever has the code of a mark; False where that was done before."""
        command = room_state.IssueCode(player=name, code=mark, role=role, why=why)

        def act(draft: UnitOfWork) -> None:
            # Another node may have been quicker.
            known = draft.room.state.people.get(name)
            if name in draft.room.state.claims or (known is not None and role in known.roles):
                raise _Reserved
            room_handlers.issue_code(draft, command)

        try:
            self._desk.process_internal(act, person=HOUSE)
        except _Reserved:
            return False
        return True

    def check_code(self, name: str, code: str, address: str = "") -> None:
        """Refuse a code that does not fit, before its time or at all."""
        self._throttle.attempt(address, name, self._desk.now())
        claim = self._desk.room.state.claims.get(name)
        if claim is None or not hmac.compare_digest(claim.code, code_mark(code)):
            raise room_handlers.wrong_code()

    def claim(self, name: str, code: str, kept: str, *, agent: str = "", address: str = "") -> Login:
        """Let somebody have a name by its code, with this hash of a new password."""
        now = self._desk.now()
        token, session = self._session(name, agent, now)
        open_ = self._open(name)
        command = room_state.ClaimName(
            code=code_mark(code),
            password=password_fingerprint(kept),
            session=session_fingerprint(session),
            chips=self._guest_chips,
            ended=[session_fingerprint(each) for each in open_],
        )
        self._desk.process_internal(
            lambda draft: room_handlers.claim_name(draft, name, command),
            person=name,
            credential=Credential(person=name, password=kept, last_login=now),
            sessions=(*self._ending(open_, now), session),
            now=now,
        )
        self._throttle.right(address, name, now)
        return Login(name, token)

    # Going

    def delete(self, person: str, *, good: bool, address: str = "") -> None:
        """Delete the account of whoever has shown the password; guests have none to show."""
        if self._desk.room.state.people[person].kind == MEMBER:
            self._check_password(person, good=good, address=address)
        room = self._desk.room
        if room.sits_somewhere(person):
            raise IllegalError(f"{person} has a seat: leave it first", clause="house seats", legal="leave")
        if room.count_home_games(person):
            raise IllegalError(
                f"{person} is the host of a home game: close it or hand it on first", clause="house home-game"
            )
        self._depart(person, by=person, why="deleted by its owner")

    def free(self, name: str, why: str = "") -> bool:
        """Close an account for the house; whether somebody else may have the name from now on.

        What stands in records of play stays that account's for good: whoever had the name next would find
        hands that are not theirs.
        """
        if name in self._desk.room.state.claims and name not in self._desk.room.state.people:
            raise IllegalError(f"{name} is reserved, and nobody has it", clause="house names")
        if name not in self._desk.room.state.people:
            raise IllegalError(f"{abbreviate(name)} is not known here", clause="house names")
        return self._depart(name, by=HOUSE, why=why)

    def _depart(self, name: str, *, by: str, why: str) -> bool:
        now = self._desk.now()
        open_ = self._open(name)
        free = not self._desk.store.acted(name)
        credential = self._desk.store.credential(name)
        self._desk.process_internal(
            lambda draft: room_handlers.depart(
                draft,
                room_state.Depart(
                    player=name,
                    chips=draft.room.wallet_balance(name),
                    free=free,
                    ended=[session_fingerprint(each) for each in open_],
                    why=why,
                ),
            ),
            person=by,
            accounts=(wallet(name), deposit(name)),
            credential=None if credential is None else structs.replace(credential, password=""),
            sessions=self._ending(open_, now),
            now=now,
        )
        return free

    def expire(self) -> list[str]:
        """Close guests' accounts that nobody has used for long, some at a time; whose."""
        state, before = self._desk.room.state, self._desk.now() - self._idle
        some = list(islice(state.people.values(), self._looked_at, self._looked_at + MAX_LOOKED_AT))
        self._looked_at = self._looked_at + len(some) if some else 0
        old = [person.name for person in some if person.kind == GUEST and person.since < before]
        gone: list[str] = []
        seen = self._desk.store.last_seen(old) if old else {}
        for name in old:
            if seen.get(name, 0) < before and not self._desk.room.sits_somewhere(name):
                self._depart(name, by=HOUSE, why="not used for long")
                gone.append(name)
                if len(gone) >= MAX_EXPIRED:
                    break
        return gone

    # Sessions

    def person_for_token(self, token: str) -> str:
        """Whose token it is; nobody's where it is none, has ended or is too old."""
        session = self.session(token)
        return "" if session is None else session.person

    def last_person_for_token(self, token: str) -> str:
        """Whose token it is or was, though its session has ended."""
        session = self._desk.store.session(_digest(token))
        return "" if session is None else session.person

    def was_renewed(self, token: str) -> bool:
        """Whether another session has taken the place of one that has ended."""
        ended = self._desk.store.session(_digest(token))
        return ended is not None and any(each.begun == ended.ended for each in self._open(ended.person))

    def session(self, token: str) -> Session | None:
        """The session of a token; None where it is none, has ended or is too old."""
        session = self._desk.store.session(_digest(token))
        return None if session is None or session.ended or session.ends <= self._desk.now() else session

    def sessions(self, person: str) -> list[Session]:
        """Somebody's sessions, the latest first."""
        known = self._desk.room.state.people.get(person)
        since = 0 if known is None else known.since
        # Whoever had the name before is none of their business.
        return [session for session in self._desk.store.sessions(person) if session.begun >= since]

    def log_out(self, token: str) -> None:
        """End a session."""
        session = self._desk.store.session(_digest(token))
        if session is not None and not session.ended:
            self._end(session)

    def end_session(self, person: str, begun: int) -> None:
        """End another session of one's own, told by when it began."""
        for session in self.sessions(person):
            if session.begun == begun and not session.ended:
                self._end(session)
                return
        raise IllegalError(f"no session of {person} began at {begun}", clause="house sessions")

    def _end(self, session: Session) -> None:
        ended = structs.replace(session, ended=self._desk.now())
        self._desk.process_internal(
            lambda draft: room_handlers.log_out(draft, session.person, session=session_fingerprint(session)),
            person=session.person,
            sessions=(ended,),
            now=ended.ended,
        )

    def _open(self, person: str) -> list[Session]:
        return [session for session in self._desk.store.sessions(person) if not session.ended]

    def _ending(self, sessions: Sequence[Session], now: int) -> tuple[Session, ...]:
        return tuple(structs.replace(each, ended=now) for each in sessions)

    def grant_initial_role(self, name: str, role: str, why: str = APPOINTED) -> None:
        """The house itself gives a role."""
        if role not in GRANTED:
            raise InvalidError(f"role {abbreviate(role)}: one of {', '.join(GRANTED)} is wanted")
        grant = room_state.GrantRole(player=name, role=role, why=why)
        self._desk.process_internal(lambda draft: room_handlers.grant_role(draft, grant), person=HOUSE)

    def dismiss(self, name: str, role: str, why: str) -> None:
        """The house itself takes a role away."""
        take = room_state.RevokeRole(player=name, role=role, why=why)
        self._desk.process_internal(lambda draft: room_handlers.take_role(draft, take), person=HOUSE)

    def _session(self, person: str, agent: str, now: int) -> tuple[str, Session]:
        token = self._desk.entropy(32).hex()
        kept = "".join(char for char in agent[:200] if char.isprintable())
        session = Session(
            token=_digest(token),
            person=person,
            begun=now,
            seen=now,
            ends=now + SESSION_LIFETIME_MS,
            agent=kept,
        )
        return token, session


def _digest(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()
