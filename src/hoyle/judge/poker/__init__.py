"""Rulings on judge cases of poker."""
