"""One mind for every poker bot: reads the betting, deals the rest of the hand many times over, decides.

`layout` and `measure` know the game, `scene` and `story` what is in sight and what was done; `starting` has
what first cards are worth, `reading` what the others may hold after what they did, `prospects` the share of
the pot that follows; `betting` and `drawing` decide. `temper` is what makes one player tight, another wild.
"""
