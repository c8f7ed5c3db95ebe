"""Edge: HTTP and WebSocket connections, their limits and origins, static files, the room's supervisor."""
