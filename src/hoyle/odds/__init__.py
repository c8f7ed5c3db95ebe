"""Exact analysis: what hands and wagers are worth."""
