"""HTTP API: one module per topic."""
