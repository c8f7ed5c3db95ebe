"""Commands that compute odds."""
