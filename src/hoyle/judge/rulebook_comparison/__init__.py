"""Comparison of what the rulebooks say about one situation at the table."""
