"""Hands as people read and exchange them: the dealer's calls, and hand-history files."""
