"""Message bus between nodes, and its NATS implementation."""
