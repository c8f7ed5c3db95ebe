"""Authentication: guest entry, registration, password log-in with lockout, and session tokens.

Passwords are hashed with argon2id, which is slow on purpose: run `verify_password` and `hash_password` in a
thread. Tokens are random and stored as hashes. Wrong passwords are throttled with exponential back-off
(`login_throttle`) and do not reveal which names exist; a log-in shows the time of the previous one. Reserved
names, and accounts whose password was reset, are claimed with a one-time code.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any, Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import structs

from hoyle.core.errors import ConflictError, IllegalError, InvalidError, NotFoundError
from hoyle.core.validation import abbreviate, pluralize
from hoyle.room.auth.credential_tamper_hashes import code_mark, password_fingerprint, session_fingerprint
from hoyle.room.auth.login_throttle import Arrivals, Throttle
from hoyle.room.commands import room_commands
from hoyle.room.handlers import account_handlers, room_handlers
from hoyle.room.messages import Entropy
from hoyle.room.permissions import GRANTED
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.state.room_state import GUEST, MEMBER
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.storage.account_names import deposit, wallet
from hoyle.storage.models import Credential, Session
from hoyle.table.command_base import Command

GUEST_CHIPS: Final = 10_000
LOW_CHIPS_DIVISOR: Final = 10
"""Play chips are granted to people who have less than a tenth of what guests begin with."""
SESSION_LIFETIME_MS: Final = 30 * 86_400_000
IDLE: Final = 3 * 86_400_000
"""Milliseconds after which an unused guest account is closed."""
MAX_GUESTS: Final = 10_000
MAX_LOOKED_AT: Final = 1_000
MAX_EXPIRED: Final = 50
"""Accounts that one `expire` examines, and guest accounts that it closes."""
MIN_PASSWORD_LENGTH: Final = 8
MAX_PASSWORD_LENGTH: Final = 200
HOUSE: Final = "house"
APPOINTED: Final = "appointed by the house"
CODE_LENGTH: Final = 16
_CODE_ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
"""Alphabet of a code, without characters that look alike."""

_HASHER: Final = PasswordHasher()
_HANDLERS: Final = {**room_handlers.HANDLERS, **account_handlers.HANDLERS}


class Unauthenticated(IllegalError):
    """Refusal of a request without a valid session, or of a log-in with the wrong name or password."""


class Login(NamedTuple):
    """Successful log-in with its session token."""

    person: str
    token: str
    """Session token for the cookie; only its owner has it."""
    last_login: int = 0
    """Time of the previous log-in; 0: none."""


def hash_password(password: object) -> str:
    """Hash a password with argon2id."""
    if not isinstance(password, str) or not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise InvalidError(f"the password: expected {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters")
    return _HASHER.hash(password)


def verify_password(credential: Credential | None, password: object) -> bool:
    """Whether a password matches the stored hash; takes as long where there is none."""
    dummy = _dummy_hash()
    stored = dummy if credential is None or not credential.password else credential.password
    try:
        good = _HASHER.verify(stored, password if isinstance(password, str) else "")
    except (VerificationError, InvalidHashError):
        return False
    return good and stored is not dummy


def new_code(entropy: Entropy) -> str:
    """Return a random one-time code of nearly 80 bits, in groups of four characters."""
    number = int.from_bytes(entropy(16), "big")
    code = ""
    while len(code) < CODE_LENGTH:
        number, index = divmod(number, len(_CODE_ALPHABET))
        code += _CODE_ALPHABET[index]
    return "-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4))


@cache
def _dummy_hash() -> str:
    """Return a hash to verify unknown names against, so that timing does not reveal which names exist."""
    return _HASHER.hash("dummy password")


class _Reserved(Exception):
    """Signal that a name is reserved already, or that its owner has the role."""


class Authenticator:
    """Authenticator of one room: accounts, passwords, one-time codes and sessions."""

    def __init__(
        self,
        pipeline: CommandPipeline,
        *,
        guest_starting_chips: int = GUEST_CHIPS,
        max_guests: int = MAX_GUESTS,
        max_guests_per_address_per_hour: int = 0,
        guest_expiry_ms: int = IDLE,
    ) -> None:
        """Set the limits; `max_guests_per_address_per_hour` is 0 for any number."""
        self._pipeline = pipeline
        self._guest_starting_chips = guest_starting_chips
        self._max_guests = max_guests
        self._arrivals = Arrivals(max_guests_per_address_per_hour)
        self._throttle = Throttle()
        self._guest_expiry_ms = guest_expiry_ms
        self._unrecorded_failures: dict[str, int] = {}
        """Wrong passwords by member, not recorded yet."""
        self._expire_from = 0
        """Index of the account at which the next `expire` begins."""

    def guest(self, name: str, agent: str = "", *, address: str = "", sponsor: str = "") -> Login:
        """Add a new guest with play chips; `sponsor` is the member whose second account it is."""
        now = self._pipeline.now()
        if self._pipeline.room.state.guest_count >= self._max_guests:
            raise IllegalError(f"{self._max_guests:,} guests are here already", clause="house names", legal="log in")
        account_handlers.check_name_is_free(self._pipeline.room.state, name)
        self._arrivals.arrive(address, now)
        return self._start_session(
            room_commands.Enter, name, agent, player=name, chips=self._guest_starting_chips, sponsor=sponsor
        )

    def grant_play_chips(self, person: str) -> int:
        """Fill up the play chips of a person who has few left; return the new balance of their wallet."""
        room, target = self._pipeline.room, self._guest_starting_chips
        account = room.state.people.get(person)
        seats = [
            (live_table.table, seat)
            for live_table in room.tables.values()
            for seat, name in live_table.seated.items()
            if name == person and live_table.for_play_chips()
        ]
        if any(table.has_chips_in_play(seat) for table, seat in seats):
            raise ConflictError(f"{person} is in a round: their chips are known at its end", clause="house promotions")
        stacks = [table.roster.stack(seat) for table, seat in seats]
        stacks += [table_stacks.get(person, 0) for table_stacks in room.stacks_elsewhere.values()]
        balance = room.wallet_balance(person) + sum(stacks)
        threshold = target // LOW_CHIPS_DIVISOR
        if account is None or account.disabled or balance >= threshold:
            raise ConflictError(
                f"{person} has {pluralize(balance, 'chip')}: more are for players with fewer than {threshold:,}",
                clause="house promotions",
            )
        chips = target - balance
        self._record(room_commands.GrantPlayChips(chips=chips), person, now=self._pipeline.now())
        return room.wallet_balance(person)

    def register(self, person: str, password_hash: str, agent: str = "") -> Login:
        """Make a guest a member with this password hash; the wallet stays, the session is a new one."""
        return self._start_session(room_commands.Register, person, agent, password_hash)

    # Passwords

    def attempt(self, name: str, address: str = "") -> str:
        """Count a log-in attempt and return the stored password hash, empty if none; may raise `TooSoon`."""
        self._throttle.attempt(address, name, self._pipeline.now())
        credential = self._pipeline.store.credential(name)
        return "" if credential is None else credential.password

    def log_in(self, name: str, *, good: bool, agent: str = "", address: str = "") -> Login:
        """Log in a member whose password was verified (`good`), with a new session."""
        credential = self._check_password(name, good=good, address=address)
        failures = self._unrecorded_failures.pop(name, 0)
        login = self._start_session(room_commands.LogIn, name, agent, credential.password, good=True, failures=failures)
        return login._replace(last_login=credential.last_login)

    def _check_password(self, name: str, *, good: bool, address: str) -> Credential:
        """Return the credential of a verified password; count a wrong one, to be recorded later."""
        credential = self._pipeline.store.credential(name)
        if credential is None or not credential.password or not good:
            if credential is not None and credential.password:
                self._unrecorded_failures[name] = self._unrecorded_failures.get(name, 0) + 1
            raise Unauthenticated("name or password is wrong", clause="house sessions")
        self._throttle.right(address, name, self._pipeline.now())
        return credential

    def note_wrong(self) -> None:
        """Record the wrong passwords counted since the last call, outside the requests that sent them."""
        failures_by_name, self._unrecorded_failures = self._unrecorded_failures, {}
        for name, failures in failures_by_name.items():
            self._record(room_commands.LogIn(good=False, failures=failures), name)

    def change_password(
        self, person: str, password_hash: str, *, good: bool, agent: str = "", address: str = ""
    ) -> Login:
        """Change the password of a member whose current one was verified; a new session replaces all."""
        credential = self._check_password(person, good=good, address=address)
        login = self._start_session(room_commands.ChangePassword, person, agent, password_hash)
        return login._replace(last_login=credential.last_login)

    # Names and codes

    def issue_code(self, name: str, code_hash: str, *, role: str = "", reset: bool = False, why: str = "") -> None:
        """Reserve a name or account by the hash of a code; `reset` ends its password and sessions."""
        now = self._pipeline.now()
        credential = self._pipeline.store.credential(name) if reset else None
        open_sessions = self._open_sessions(name) if reset else []
        claim = self._pipeline.room.state.claims.get(name)
        command = room_commands.IssueCode(
            player=name,
            code=code_hash,
            role=role or ("" if claim is None else claim.role),
            reset=reset,
            ended=[session_fingerprint(open_session) for open_session in open_sessions],
            why=why,
        )
        self._record(
            command,
            HOUSE,
            credential=None if credential is None else structs.replace(credential, password=""),
            sessions=self._with_end_time(open_sessions, now),
            now=now,
        )

    def reserve(self, name: str, code_hash: str, *, role: str, why: str) -> bool:
        """Reserve a name with a role by the hash of a code; return False where that was done before."""
        command = room_commands.IssueCode(player=name, code=code_hash, role=role, why=why)

        def issue(unit: UnitOfWork) -> None:
            # Checked again under the lock: another node may have done it meanwhile.
            account = unit.room.state.people.get(name)
            if name in unit.room.state.claims or (account is not None and role in account.roles):
                raise _Reserved
            account_handlers.issue_code(unit, command)

        try:
            self._pipeline.process_internal(issue, person=HOUSE)
        except _Reserved:
            return False
        return True

    def check_code(self, name: str, code: str, address: str = "") -> None:
        """Refuse a wrong one-time code, or an attempt that is throttled."""
        self._throttle.attempt(address, name, self._pipeline.now())
        claim = self._pipeline.room.state.claims.get(name)
        if claim is None or not hmac.compare_digest(claim.code, code_mark(code)):
            raise account_handlers.wrong_code_error()

    def claim(self, name: str, code: str, password_hash: str, *, agent: str = "", address: str = "") -> Login:
        """Claim a reserved name by its one-time code, with the hash of a new password."""
        login = self._start_session(
            room_commands.ClaimName, name, agent, password_hash, code=code_mark(code), chips=self._guest_starting_chips
        )
        self._throttle.right(address, name, self._pipeline.now())
        return login

    # Deleting accounts

    def delete(self, person: str, *, good: bool, address: str = "") -> None:
        """Delete the account of a person whose password was verified; guests have none."""
        if self._pipeline.room.state.people[person].kind == MEMBER:
            self._check_password(person, good=good, address=address)
        room = self._pipeline.room
        if room.sits_somewhere(person):
            raise ConflictError(f"{person} has a seat: leave it first", clause="house seats", legal="leave")
        if room.count_home_games(person):
            raise ConflictError(
                f"{person} is the host of a home game: close it or hand it on first", clause="house home-game"
            )
        self._delete_account(person, by=person, why="deleted by its owner")

    def free(self, name: str, why: str = "") -> bool:
        """Close an account in the name of the house; return whether another person may take its name.

        A name in records of play is never reused: its next owner would find hands that are not theirs.
        """
        if name in self._pipeline.room.state.claims and name not in self._pipeline.room.state.people:
            raise IllegalError(f"{name} is reserved but not registered", clause="house names")
        if name not in self._pipeline.room.state.people:
            raise IllegalError(f"{abbreviate(name)} is not known here", clause="house names")
        return self._delete_account(name, by=HOUSE, why=why)

    def _delete_account(self, name: str, *, by: str, why: str) -> bool:
        """Delete an account with its sessions and password; return whether its name can be taken again."""
        now = self._pipeline.now()
        open_sessions = self._open_sessions(name)
        free = not self._pipeline.store.acted(name)
        credential = self._pipeline.store.credential(name)
        self._pipeline.process_internal(
            lambda unit: account_handlers.delete_account(
                unit,
                room_commands.Depart(
                    player=name,
                    chips=unit.room.wallet_balance(name),
                    free=free,
                    ended=[session_fingerprint(open_session) for open_session in open_sessions],
                    why=why,
                ),
            ),
            person=by,
            accounts=(wallet(name), deposit(name)),
            credential=None if credential is None else structs.replace(credential, password=""),
            sessions=self._with_end_time(open_sessions, now),
            now=now,
        )
        return free

    def expire(self) -> list[str]:
        """Close some of the guest accounts unused for a long time; return their names."""
        state, cutoff = self._pipeline.room.state, self._pipeline.now() - self._guest_expiry_ms
        batch = list(islice(state.people.values(), self._expire_from, self._expire_from + MAX_LOOKED_AT))
        self._expire_from = self._expire_from + len(batch) if batch else 0
        candidates = [person.name for person in batch if person.kind == GUEST and person.since < cutoff]
        closed: list[str] = []
        last_seen = self._pipeline.store.last_seen(candidates) if candidates else {}
        for name in candidates:
            if last_seen.get(name, 0) < cutoff and not self._pipeline.room.sits_somewhere(name):
                self._delete_account(name, by=HOUSE, why="not used for long")
                closed.append(name)
                if len(closed) >= MAX_EXPIRED:
                    break
        return closed

    # Sessions

    def person_for_token(self, token: str) -> str:
        """Return the person of a valid session token; empty for any other."""
        session = self.session(token)
        return "" if session is None else session.person

    def was_renewed(self, token: str) -> bool:
        """Whether another session has replaced one that has ended."""
        ended_session = self._pipeline.store.session(_token_hash(token))
        return ended_session is not None and any(
            session.started_at == ended_session.ended_at for session in self._open_sessions(ended_session.person)
        )

    def session(self, token: str) -> Session | None:
        """Return the session of a token; None where there is none, or it has ended or expired."""
        session = self._pipeline.store.session(_token_hash(token))
        if session is None or session.ended_at or session.expires_at <= self._pipeline.now():
            return None
        return session

    def sessions(self, person: str) -> list[Session]:
        """List a person's sessions, the latest first."""
        account = self._pipeline.room.state.people.get(person)
        since = 0 if account is None else account.since
        # Sessions of an earlier owner of the name are left out.
        return [session for session in self._pipeline.store.sessions(person) if session.started_at >= since]

    def log_out(self, token: str) -> None:
        """End the session of a token."""
        session = self._pipeline.store.session(_token_hash(token))
        if session is not None and not session.ended_at:
            self._end(session)

    def end_session(self, person: str, started_at: int) -> None:
        """End the session of a person that began at this time."""
        for session in self.sessions(person):
            if session.started_at == started_at and not session.ended_at:
                self._end(session)
                return
        raise NotFoundError(f"no session of {person} began at {started_at}", clause="house sessions")

    def _end(self, session: Session) -> None:
        ended_session = structs.replace(session, ended_at=self._pipeline.now())
        command = room_commands.LogOut(session=session_fingerprint(session))
        self._record(command, session.person, sessions=(ended_session,), now=ended_session.ended_at)

    def _open_sessions(self, person: str) -> list[Session]:
        return [session for session in self._pipeline.store.sessions(person) if not session.ended_at]

    def _with_end_time(self, sessions: Sequence[Session], now: int) -> tuple[Session, ...]:
        return tuple(structs.replace(session, ended_at=now) for session in sessions)

    def grant_initial_role(self, name: str, role: str, why: str = APPOINTED) -> None:
        """Grant a role to a member in the name of the house."""
        if role not in GRANTED:
            raise InvalidError(f"role {abbreviate(role)}: expected one of {', '.join(GRANTED)}")
        self._record(room_commands.GrantRole(player=name, role=role, why=why), HOUSE)

    def dismiss(self, name: str, role: str, why: str) -> None:
        """Take a role from a member in the name of the house."""
        self._record(room_commands.RevokeRole(player=name, role=role, why=why), HOUSE)

    def _start_session(
        self, kind: type[Command], person: str, agent: str, password_hash: str = "", **fields: Any
    ) -> Login:
        """Record a command that starts a session; one that has `ended` ends all earlier sessions."""
        now = self._pipeline.now()
        token, session = self._new_session(person, agent, now)
        replaced = self._open_sessions(person) if "ended" in kind.__struct_fields__ else []
        if replaced:
            fields["ended"] = [session_fingerprint(replaced_session) for replaced_session in replaced]
        if "password" in kind.__struct_fields__:
            fields["password"] = password_fingerprint(password_hash)
        self._record(
            kind(session=session_fingerprint(session), **fields),
            person,
            credential=Credential(person, password_hash, now) if password_hash else None,
            sessions=(*self._with_end_time(replaced, now), session),
            now=now,
        )
        return Login(person, token)

    def _record(self, command: Command, person: str, **writes: Any) -> None:
        """Decide and commit an account command, with the credential and sessions that it changes."""
        handler = _HANDLERS[type(command)]
        self._pipeline.process_internal(lambda unit: handler(unit, command), person=person, **writes)

    def _new_session(self, person: str, agent: str, now: int) -> tuple[str, Session]:
        """Return a new session token and the session to store, which holds only the hash of the token."""
        token = self._pipeline.entropy(32).hex()
        printable = "".join(char for char in agent[:200] if char.isprintable())
        session = Session(_token_hash(token), person, now, now, now + SESSION_LIFETIME_MS, printable)
        return token, session


def _token_hash(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()
