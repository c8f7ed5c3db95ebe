"""Screenshots of every screen, on desktop and phone, in light and dark: ``make pictures``."""
