"""What the room puts on disk, and the two stores that hold it: SQLite by default, PostgreSQL by URL."""
