"""Cases of the dice games."""
