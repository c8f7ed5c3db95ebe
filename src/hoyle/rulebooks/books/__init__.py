"""Rulebooks: one module per book."""
