"""A dice table: sign, seats, cashier, floor and records around the layout of craps or mini-dice."""
