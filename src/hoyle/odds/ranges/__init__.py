"""Ranges of poker hands."""
