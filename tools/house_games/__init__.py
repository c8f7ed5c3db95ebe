"""Generator of the precomputed edges and strategies of the house card games (half a minute)."""
