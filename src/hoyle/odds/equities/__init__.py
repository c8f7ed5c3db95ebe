"""Equity of poker hands."""
