"""Many nodes, one room: who has which table, what nodes say to each other, and by which bus."""
