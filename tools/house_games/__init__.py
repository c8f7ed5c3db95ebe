"""Writes edges and whole strategies of the house card games as data: counting them takes half a minute."""
