"""Typed kinds of judge cases, their decoder, and the documentation of the case format."""
