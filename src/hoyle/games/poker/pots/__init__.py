"""Pots: side pots, division, odd chips and rake."""
