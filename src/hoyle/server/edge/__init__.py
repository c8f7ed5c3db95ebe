"""Edge: HTTP and WebSocket connections, with their limits, cookies, origins and static files."""
