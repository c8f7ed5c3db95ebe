"""Inter-process communication between the edge, the room and the bots."""
