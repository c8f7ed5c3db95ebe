"""Rulings on judge cases of the house card games."""
