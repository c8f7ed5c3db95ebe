"""Comparison of the rulebooks on one situation."""
