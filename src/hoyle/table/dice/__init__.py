"""Dice table: sign, seats, cashier, floor and log around a layout of craps or mini-dice."""
