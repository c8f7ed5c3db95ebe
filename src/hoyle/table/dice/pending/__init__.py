"""Pending decisions at a dice table."""
