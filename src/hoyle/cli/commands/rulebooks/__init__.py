"""Commands about the rulebooks and their rulings."""
