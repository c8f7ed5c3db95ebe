"""Terminal play: sessions at poker tables and house games."""
