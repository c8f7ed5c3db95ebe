"""One mind for every poker bot: reads the betting, deals the rest of the hand many times over, decides.

`story` is what was done in the round, `starting` what first cards are worth, `reading` what the others may
hold after what they did, `prospects` the share of the pot that follows, `drawing` which cards to lay down and
`betting` what to do. `temper` has what makes one player tight and another wild.
"""
