"""Floor rulings in a poker round: irregularities and disputed wagers."""
