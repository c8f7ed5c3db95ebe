"""Floor rulings in a poker round."""
