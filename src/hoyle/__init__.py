"""A card room engine that plays by five real rulebooks and cites the clause for everything it does."""
