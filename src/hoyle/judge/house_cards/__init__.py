"""Cases of the house card games."""
