"""Numeric encoding of games for learning: numbered actions and observation vectors.

`EncodedPokerHand`, `EncodedHouseCardRound` and `EncodedDiceGame` play at the real tables and encode what
`view` shows, without NumPy. `hoyle.env` adapts them to PettingZoo and Gymnasium,
`hoyle.encoding.playthrough` prints them.
"""
