"""Worker tasks: expensive requests that run outside the edge and the room."""
