"""Games: poker, house card games and dice, each as commands, events and state."""
