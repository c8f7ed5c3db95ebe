"""Multi-node room: table ownership, failover, and messages between nodes over NATS."""
