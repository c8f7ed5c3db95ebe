"""Views: what each person at a table or in the room may see, and in which words."""
