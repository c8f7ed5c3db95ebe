"""Rounds of a poker table: start, deal, blinds, button and end."""
