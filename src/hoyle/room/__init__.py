"""Live room: a pure core that turns commands, time and entropy into records.

`room.Room` decides; `pipeline.CommandPipeline` around it commits each decision before it publishes it. The
core reads no clock, file or random number, so a whole room with its crashes can be simulated from a seed.
"""
