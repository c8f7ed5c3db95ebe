"""Whole evenings as cases: a table is opened, commands are given one by one, and everything can be expected.

The session is played at a real table (`hoyle.table`), which alone decides; here a case is read, handed on
command by command, told as the dealer would call it, and held against what it expects.
"""

from hoyle.judge.sessions.session_from_log import read_log, session_from_log
from hoyle.judge.sessions.session_runner import FIELDS, play_session, rule_session

__all__ = ["FIELDS", "play_session", "read_log", "rule_session", "session_from_log"]
