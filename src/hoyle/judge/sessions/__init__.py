"""Session cases: a table played command by command, with expectations along the way.

The session is played at a real table (`hoyle.table`), which decides everything; this package reads the case,
issues its commands, narrates the events as the dealer would, and compares them with the expectations.
"""
