"""Calls of the floor staff: reports to the floor, their forms and clauses, and the decks."""
