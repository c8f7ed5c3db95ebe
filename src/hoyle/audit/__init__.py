"""Audit of a room: replay of its records, proofs of deals, regulator's reports, program files."""
