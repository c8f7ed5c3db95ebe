"""Gateway between clients and the room: subscriptions, broadcast, lobby and calls from the edge."""
