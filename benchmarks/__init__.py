"""How fast, side by side with the peers, in one run. `make bench` runs everything and prints the tables."""
