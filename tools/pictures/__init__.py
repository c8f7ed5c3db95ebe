"""Photographs of every screen, on desk and phone, in light and dark: ``make pictures``."""
