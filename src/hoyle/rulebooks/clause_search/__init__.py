"""Full-text search of the rulebooks."""
