"""Strategy of the poker bots: estimate opponents' ranges from the betting, sample the deal, decide.

`card_layout` and `bulk_evaluator` know the game, `situation` and `action_log` the visible cards and actions,
`starting_hands` the value of first cards; `opponent_ranges` and `equity_vs_ranges` estimate the share of the
pot, `bet_decision` and `draw_decision` decide, and `play_style` makes one bot tight and another wild.
"""
