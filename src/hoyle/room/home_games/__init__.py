"""Home games: invite codes, buy-ins, consent to rulings and the final settlement."""
