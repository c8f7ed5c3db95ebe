"""PokerStars hand histories: writer and summary."""
