"""What the house games cost, exactly, and how to play them best."""
