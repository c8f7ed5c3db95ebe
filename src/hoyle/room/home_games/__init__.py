"""Home games: invite codes, buy-ins and the final settlement."""
