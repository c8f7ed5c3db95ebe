"""Fault simulation of several nodes in one thread, from one seed."""
