"""SQL shared by the SQLite and PostgreSQL stores."""
