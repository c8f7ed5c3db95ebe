"""Retired records: old records moved from the database to compressed files."""
