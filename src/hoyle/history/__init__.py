"""Hand histories: narration, hand-history files, replay and comparison of rulebooks."""
