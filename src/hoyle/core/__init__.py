"""Core types shared by every package: cards, money, events, validation, errors."""
