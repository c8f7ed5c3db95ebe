"""Comparison of a recorded hand under several rulebooks."""
