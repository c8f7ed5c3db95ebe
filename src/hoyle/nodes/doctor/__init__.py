"""Deployment diagnosis of `hoyle doctor`."""
