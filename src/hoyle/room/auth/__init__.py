"""Authentication and authorization: sessions, passwords, throttling, names and permissions."""
