"""Cases of poker."""
