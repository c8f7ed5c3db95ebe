"""Presets: ready-made tables, signs and forms."""
