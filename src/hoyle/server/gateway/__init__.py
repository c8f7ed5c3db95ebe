"""Gateway between clients and the room: subscriptions, broadcast, lobby and RPC dispatch."""
