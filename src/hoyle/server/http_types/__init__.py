"""Request and answer types of the HTTP API."""
