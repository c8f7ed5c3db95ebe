"""Tables at work: shuffles, bots at seats, hands played to the end. All randomness lives here."""
