"""Rulings on judge cases of the dice games."""
