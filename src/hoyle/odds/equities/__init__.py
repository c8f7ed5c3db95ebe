"""Equity of poker hands and ranges."""
