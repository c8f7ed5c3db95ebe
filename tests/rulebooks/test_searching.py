"""Questions as dealers put them, and the clauses that answer."""

from __future__ import annotations

import pytest

from hoyle.rulebooks.clause_catalogue import search
from hoyle.rulebooks.clause_search.stemmer import stem

QUESTIONS = {
    "dealer exposes a hole card": {"oneida": "XI.P.14"},
    "the dealer flipped a hole card": {"oneida": "XI.P.14"},
    "boxed card on the flop": {"oneida": "XI.P.9", "nj-19-47": "19:47-14.15[GEN(8)]", "room-2012": "GEN(8)"},
    "player acted out of turn": {"oneida": "XI.G.3", "nj-19-47": "19:47-14.7[XI.G.3]", "room-2012": "WAG(4)"},
    "two winners and an odd chip": {
        "oneida": "XI.K.10(b)(i)",
        "nj-19-47": "19:47-14.11(f)2i",
        "nj-13-69f": "13:69F-14.11(A)(f)2i",
        "ca-omaha": "AWARD.4",
        "room-2012": "OMA(5)(A)",
    },
    "dealer misdeals": {"oneida": "XI.P.6", "nj-19-47": "19:47-14.15[GEN(5)]", "room-2012": "GEN(5)"},
    "is a verbal bet binding": {"oneida": "XI.G.3", "nj-19-47": "19:47-14.7[XI.G.3]", "room-2012": "WAG(4)"},
    "dealer's card exposed prematurely": {"oneida": "TCP.L.4"},
    "string bet": {"oneida": "XI.G.6", "nj-19-47": "19:47-14.7[XI.G.6]", "room-2012": "WAG(7)"},
    "oversized chip without saying raise": {
        "oneida": "XI.G.8",
        "nj-19-47": "19:47-14.7[XI.G.8]",
        "room-2012": "WAG(9)",
    },
    "player left the table in the middle of the hand": {
        "oneida": "XI.P.10(d)",
        "nj-19-47": "19:47-14.15[GEN(9)(iii)]",
        "room-2012": "GEN(9)(iii)",
    },
    "dealer mucked the winning hand": {"oneida": "XI.Q.2"},
    "a card fell on the floor": {"oneida": "XI.P.13", "nj-19-47": "19:47-14.15[GEN(11)]", "room-2012": "GEN(11)"},
    "dealer skipped a seat": {"oneida": "XI.P.6(d)", "nj-19-47": "19:47-14.15[GEN(5)(iv)]", "room-2012": "GEN(5)(iv)"},
    "missing card in the deck": {"oneida": "XI.P.8", "nj-19-47": "19:47-14.15[GEN(7)]", "room-2012": "GEN(7)"},
    "how many raises are allowed": {"oneida": "XI.G.10", "ca-omaha": "BR1.3"},
    "who shows first": {"oneida": "XI.P.4", "nj-19-47": "19:47-14.15[GEN(4)]", "room-2012": "GEN(4)"},
    "side pot before main pot": {"oneida": "XI.F.5(e)"},
    "the shuffler jammed": {"oneida": "XI.P.15"},
    "who decides a dispute": {"oneida": "XI.P.2", "nj-19-47": "19:47-14.15[GEN(2)]", "room-2012": "GEN(2)"},
    "no flop no drop": {"oneida": "XI.N.4"},
    "cards went to an ineligible player": {
        "oneida": "XI.P.7",
        "nj-19-47": "19:47-14.15[GEN(6)]",
        "room-2012": "GEN(6)",
    },
    "low hand eight or better": {
        "oneida": "XI.K.11",
        "nj-19-47": "19:47-14.9(j)",
        "nj-13-69f": "13:69F-14.9(j)",
        "ca-omaha": "VAL-LO",
        "room-2012": "OMA(6)",
    },
}
"""Question: the clause that answers it, by book."""


FURTHER = [
    ("verbal declaration", "oneida", ["XI.G.3"]),
    ("string raise", "oneida", ["XI.G.6"]),
    ("who gets the odd chip in a split pot", "oneida", ["XI.K.10(b)(i)", "XI.I.9(b)(i)"]),
    ("who gets the odd chip in a split pot", "nj-19-47", ["19:47-14.11(f)2i"]),
    ("who gets the odd chip in a split pot", "nj-13-69f", ["13:69F-14.11(A)(f)2i"]),
    ("missed seat", "oneida", ["XI.P.6(d)"]),
    ("missed seat", "room-2012", ["GEN(5)(iv)"]),
    ("lost card on the floor", "oneida", ["XI.P.13"]),
    ("lost card on the floor", "room-2012", ["GEN(11)"]),
    ("what happens if the deck is fouled", "oneida", ["XI.P.8"]),
    ("misread hand", "oneida", ["XI.C.7"]),
    (
        "how much is the rake",
        "oneida",
        ["XI.N.1", "XI.N.2", "XI.A.28", "XI.N.3", "XI.N.2(a)", "XI.N.2(b)", "XI.N.2(a)(i)"],
    ),
    ("player wants to add chips during the hand", "oneida", ["XI.G.2(a)"]),
    ("can somebody buy more chips in the middle of a hand", "oneida", ["XI.G.2(a)"]),
    ("does cash on the table play", "oneida", ["XI.G.2(b)"]),
    ("player has no more chips left", "oneida", ["XI.G.2(d)", "XI.A.1"]),
    ("may you check and then raise", "oneida", ["XI.G.9"]),
    ("a player reached into the pot", "oneida", ["XI.G.7"]),
    ("he put in the call without a word and now wants to raise", "oneida", ["XI.G.6(b)"]),
    ("one big chip and nothing said", "oneida", ["XI.G.8"]),
    ("said raise but put in too few chips", "oneida", ["XI.G.4"]),
    ("chips pushed forward", "oneida", ["XI.G.5(a)", "XI.G.5"]),
    ("my hand was touched by discards", "oneida", ["XI.P.10(b)"]),
    ("dealer swept my cards up by mistake", "oneida", ["XI.P.10"]),
    ("protected hand fouled, do I get my money back", "oneida", ["XI.P.10(c)"]),
    ("folded player still gets a card", "oneida", ["XI.P.5"]),
    ("stud hole card flipped over", "oneida", ["XI.P.12"]),
    ("two hole cards flashed while dealing", "oneida", ["XI.P.14(c)", "XI.P.14"]),
    ("deal started with the wrong player", "oneida", ["XI.P.6(b)"]),
    ("the deck wasn't cut", "oneida", ["XI.P.6(a)"]),
    ("two cards of the same kind, the deck has 53", "oneida", ["XI.P.8"]),
    ("who has the last word in an argument", "oneida", ["XI.P.2"]),
    ("player miscalls his hand", "oneida", ["XI.C.7"]),
    ("does the loser have to show his cards", "oneida", ["XI.P.4"]),
    ("cards tossed face down at the showdown", "oneida", ["XI.Q.3"]),
    ("soft playing a friend", "oneida", ["XI.R.1"]),
    ("can the house throw a player out", "oneida", ["XI.R.2"]),
    ("next person for an open seat", "oneida", ["XI.S.1"]),
    ("maximum rake percentage", "oneida", ["XI.N.2(a)(i)"]),
    ("lower rake when few players", "oneida", ["XI.N.6"]),
    ("bad beat jackpot", "oneida", ["XI.O.1", "XI.O.5", "XI.O.2"]),
    ("how many hole cards must I use in omaha", "oneida", ["XI.K.10"]),
    ("where does the button start", "oneida", ["XI.K.3(b)", "XI.J.3(b)", "XI.L.3(b)"]),
    ("two players tie for low", "oneida", ["XI.K.10(b)(iii)", "XI.I.9(b)(iii)"]),
    ("not enough cards for the draw", "oneida", ["XI.L.7(b)"]),
    ("how often are the decks changed", "oneida", ["XI.B.2(b)", "XI.B.2(a)"]),
    ("counting the stub every hour", "oneida", ["XI.F.5(f)"]),
    ("how many cards to cut", "oneida", ["XI.E.2(b)"]),
    ("player hides his cards in his lap", "oneida", ["XI.P.3"]),
    ("he folded, does he still owe the bet", "oneida", ["XI.P.11(b)"]),
    ("gesture against words", "oneida", ["XI.P.11"]),
    ("the board is the best hand", "oneida", ["XI.J.10(a)"]),
    ("die fell off the table", "oneida", ["CR.J.2.a"]),
    ("dice landed on the rail", "oneida", ["CR.J.2.b.iv"]),
    ("leaning die", "oneida", ["CR.J.3.b"]),
    ("shooter takes too long", "oneida", ["CR.K.1.b"]),
    ("how much odds behind the pass line", "oneida", ["CR.H.5", "CR.H.1/2", "CR.H.1"]),
    ("dealer does not qualify in three card poker", "oneida", ["TCP.K.1.a/2"]),
    ("take back a pass line bet after the point", "oneida", ["CR.E.3/2"]),
    ("player folds to help his friend", "room-2012", ["COND(1)"]),
    ("card dealt to someone who should not be in", "room-2012", ["GEN(6)"]),
    ("walked away from his cards", "room-2012", ["GEN(9)(iii)"]),
    ("player pushed one large chip in silence", "nj-19-47", ["19:47-14.7[XI.G.8]"]),
    ("player bets out of turn", "oneida", ["XI.G.3"]),
    ("two players all in, who can win the side pot", "oneida", ["XI.G.2(d)(iii)", "XI.A.31", "XI.F.5(e)"]),
    ("playing on behalf of somebody else", "oneida", ["XI.R.1"]),
    ("how many players at a table", "oneida", ["XI.F.2"]),
    ("minimum bet posted", "oneida", ["XI.G.1"]),
    ("does a straight beat a flush with three cards", "oneida", ["XI.C.3(d)", "XI.C.3(e)", "XI.C.3"]),
    ("what is a kill pot", "oneida", ["XI.A.21", "XI.K.13", "XI.J.11", "XI.J.12"]),
    ("half kill", "oneida", ["XI.A.17", "XI.K.13(a)", "XI.J.11(a)"]),
    ("who posts the blind", "oneida", ["XI.K.5", "XI.J.4", "XI.L.5", "XI.A.5"]),
    ("burn a card before the turn", "oneida", ["XI.K.8", "XI.J.8", "XI.A.6"]),
    ("is the floor's decision final", "oneida", ["XI.P.2"]),
    ("dealer turned over a player's down card", "oneida", ["XI.P.14", "XI.P.14(b)", "XI.P.12"]),
    ("reshuffle after a misdeal", "oneida", ["XI.P.6"]),
    ("a winning hand was thrown in the muck by the dealer", "oneida", ["XI.Q.2"]),
    ("lowest card brings it in", "oneida", ["XI.I.4", "XI.I.4(a)", "XI.M.4", "XI.I.4(c)"]),
    ("equal hands showing in stud, who acts first", "oneida", ["XI.I.6(b)"]),
    ("is rake taken when there was no flop", "oneida", ["XI.N.4"]),
    ("how is the rake posted", "oneida", ["XI.N.3"]),
    ("may the dealer take part in the game", "oneida", ["XI.F.2"]),
    ("washing the cards", "oneida", ["XI.A.34", "XI.D.4"]),
    ("two decks at a table", "oneida", ["XI.B.2"]),
    ("refuse service to a player", "oneida", ["XI.R.2"]),
    ("pass odds on the four", "oneida", ["CR.H.1.b.i"]),
    ("hard eight", "oneida", ["CR.D.hard-8"]),
    ("one die on top of the other", "oneida", ["CR.J.2.a"]),
    ("must the shooter make a bet", "oneida", ["CR.J.1"]),
    ("acting before the man on his right", "oneida", ["XI.G.3"]),
    ("can I ask to see a folded hand", "oneida", ["XI.P.4"]),
    ("changed his mind after saying fold", "oneida", ["XI.G.3", "XI.P.11"]),
    ("card face up in the middle of the stub", "oneida", ["XI.P.9", "XI.P.6(c)"]),
    ("deck is one card short", "oneida", ["XI.P.8"]),
    ("player got no cards", "oneida", ["XI.P.6(d)"]),
    ("throwing chips into the pot", "oneida", ["XI.G.5(b)", "XI.G.7", "XI.G.5"]),
    ("raise limit heads up", "oneida", ["XI.G.10"]),
    ("chips taken off the table", "oneida", ["XI.G.2(a)"]),
    ("how long can I be away", "oneida", ["XI.P.10(d)"]),
    ("player left, is his hand dead", "oneida", ["XI.P.10(d)"]),
    ("the shuffle machine is broken", "oneida", ["XI.P.15"]),
    ("must a raise be announced", "oneida", ["XI.G.6(c)", "XI.G.8", "XI.G.3", "XI.G.4"]),
    ("is a check binding", "oneida", ["XI.G.3"]),
    ("which pot is paid first, main or side", "oneida", ["XI.F.5(e)"]),
    ("is ace two three four five a straight", "oneida", ["XI.C.2(f)", "XI.C.2(b)"]),
    ("wrap around straight", "oneida", ["XI.C.2(f)"]),
    ("comparing two flushes", "oneida", ["XI.C.6", "XI.C.2(e)"]),
    ("split the pot when hands are the same", "oneida", ["XI.C.6"]),
    ("how does the dealer hold the deck", "oneida", ["XI.F.5(a)"]),
    ("dealer tells whose turn it is", "oneida", ["XI.F.5(b)"]),
    ("losing hands taken in before the pot is pushed", "oneida", ["XI.F.5(d)"]),
    ("can I play dollar bills", "oneida", ["XI.G.2(b)"]),
    ("jackpot sign", "oneida", ["XI.O.2(b)"]),
    ("is the jackpot drop a percentage", "oneida", ["XI.O.2(a)"]),
    ("when does the button move", "oneida", ["XI.K.3(c)", "XI.J.3(c)", "XI.L.3(c)"]),
    ("who is first to act after the flop", "oneida", ["XI.K.7", "XI.J.7"]),
    ("nobody has a qualifying low", "oneida", ["XI.K.11", "XI.I.10"]),
    ("threw my hand away but it was the winner", "oneida", ["XI.P.1", "XI.Q.3", "XI.Q.2"]),
    ("new decks every six hours", "oneida", ["XI.B.2(b)"]),
    ("floor person checks the deck", "oneida", ["XI.D.2"]),
    ("loaded dice", "oneida", ["CR.J.2.b.v"]),
    ("which face of the die is up", "oneida", ["CR.J.3.c", "CR.J.3.a", "CR.J.3.b"]),
    ("seven out", "oneida", ["CR.K.1.a", "CR.O1/3"]),
    ("barred twelve", "oneida", ["CR.O2/3"]),
    ("late bet while the dice are in the air", "oneida", ["CR.E.1/2"]),
    ("are place bets working on the come out", "oneida", ["CR.D.place.c", "CR.O5", "CR.O5/2"]),
    ("ante bonus in three card poker", "oneida", ["TCP.K.1.d"]),
    ("tie with the dealer in three card poker", "oneida", ["TCP.J.9", "TCP.AMB-T5"]),
    ("match play coupon", "oneida", ["CR.E.2/2"]),
    ("player talks about the hand he folded", "oneida", ["XI.R.1"]),
    ("dealer dealt a card too many to a seat in four card poker", "oneida", ["FCP.L.3"]),
    ("short stack calls", "oneida", ["XI.G.2(d)", "XI.A.1", "XI.G.2(d)(i)"]),
    ("suit order", "oneida", ["XI.K.10(b)(iv)", "XI.I.9(b)(iv)"]),
    ("is it a call or a raise if I throw in a hundred chip", "oneida", ["XI.G.8"]),
    ("protect your cards", "oneida", ["XI.P.10", "XI.A.26"]),
]
"""Questions in other words, a book, and the clauses of which one answers."""


@pytest.mark.parametrize(
    ("question", "book"), [(question, book) for question, books in QUESTIONS.items() for book in books]
)
def test_a_dealers_plain_question_finds_its_clause_among_the_first_three(question: str, book: str) -> None:
    found = [each.id for each in search(question, book)[:3]]
    assert QUESTIONS[question][book] in found, found


def test_whole_words_stand_above_parts_of_words() -> None:
    found = search("bet", "oneida")
    titles = [set(each.title.lower().replace(":", "").replace(";", "").split()) for each in found]
    whole = [at for at, words in enumerate(titles) if "bet" in words]
    parts = [at for at, words in enumerate(titles) if "better" in words and not words & {"bet", "bets"}]
    assert whole
    assert max(whole) < min(parts, default=len(found))


@pytest.mark.parametrize(("question", "book", "answers"), FURTHER)
def test_a_question_in_other_words_finds_an_answer_among_the_first_three(
    question: str, book: str, answers: list[str]
) -> None:
    found = [each.id for each in search(question, book)[:3]]
    assert set(answers) & set(found), found


def test_a_clock_is_not_clockwise() -> None:
    assert not any("clockwise" in (each.title + each.summary).lower() for each in search("clock"))
    assert [each.citation for each in search("clock", "house")] == ["house clock"]
    assert all("clockwise" in (each.title + each.summary).lower() for each in search("clockwise"))


def test_a_word_may_be_unfinished_while_it_is_typed() -> None:
    assert search("misd", "oneida")[0].id == "XI.P.6"
    assert search("expo", "oneida")[0].title.startswith("Exposed")


def test_a_question_about_one_game_is_answered_by_its_clauses() -> None:
    assert search("wrong number of cards in four card poker", "oneida")[0].id.startswith("FCP.")


def test_one_rule_of_three_games_leaves_room_for_another() -> None:
    found = [each.id for each in search("premature flop", "oneida")]
    assert found[0] == "TCP.L.4"
    assert found.index("MS.AMB-M12/2") < found.index("FCP.L.4")


def test_words_of_one_family_are_one_word() -> None:
    assert stem("exposes") == stem("exposed") == stem("exposing")
    assert stem("misdeals") == stem("misdeal")
    assert stem("raises") == stem("raise") == stem("raising")
    assert stem("winner") == stem("won")
    assert stem("declaration") == stem("declared")
    assert stem("boxed") != stem("box")


def test_a_word_that_no_book_knows_finds_nothing() -> None:
    assert not search("odd chip zebra")
    assert not search("zebra")
