"""Authentication: sessions, passwords, throttling of log-ins and requests of the operator."""
