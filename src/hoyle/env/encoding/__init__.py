"""Games as researchers want them: every choice has a number, every player's sight is a row of numbers.

`EncodedPokerHand`, `EncodedHouseCardRound` and `EncodedDiceSession` play at the real tables and show what
`view` shows; they need no NumPy. `hoyle.env` hands them to PettingZoo and Gymnasium,
`hoyle.env.encoding.playthrough` prints them.
"""
