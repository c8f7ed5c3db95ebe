"""HTTP API of the server: endpoints, one module per topic."""
