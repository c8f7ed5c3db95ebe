"""Types of rulebooks: poker, house card games and dice."""
