"""The live room. Its heart is pure: commands, time and entropy come in, records come out.

`heart.Room` decides; `desk.CommandPipeline` around it commits what was decided before anybody hears of it.
Nothing in the heart reads a clock, a file or a random number, so a whole room with its crashes runs under a
seed.
"""
