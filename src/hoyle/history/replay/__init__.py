"""Replay of recorded hands through the engine."""
