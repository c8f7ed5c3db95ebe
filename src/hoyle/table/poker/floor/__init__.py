"""Floor rulings at a poker table."""
