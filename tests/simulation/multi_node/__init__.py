"""Several nodes in bad weather: all of them in one thread and from one seed."""
