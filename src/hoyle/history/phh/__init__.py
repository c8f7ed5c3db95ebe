"""PHH files: reader, writer and action notation."""
