"""A sentence that is made once for everybody at a table, and said to each."""

from __future__ import annotations

from hoyle.history.narration.english_phrases import Phrases, possessive, sentence, spoken, subject_and_verb


def voice(**named: str) -> Phrases:
    found = Phrases(marked=True)
    for seat, (person, known_as) in enumerate(named.items(), 1):
        found.set_person(seat, person, known_as)
    return found


def test_who_does_something_is_told_that_he_does_it() -> None:
    said = spoken(sentence(f"{voice(ann='Ann').does(1, 'raise')} to 16."))
    assert said.text == "Ann raises to 16."
    assert said.to == {"ann": "You raise to 16."}
    assert (said.who, said.does) == ("Ann", "raise to 16")


def test_several_are_each_spoken_to_by_themselves() -> None:
    both = voice(ann="Ann", bea="Bea")
    said = spoken(sentence(f"{both.several([1, 2])} tie, and {both.possessive(2)} card decides."))
    assert said.text == "Ann and Bea tie, and Bea's card decides."
    assert said.to == {
        "ann": "You and Bea tie, and Bea's card decides.",
        "bea": "Ann and you tie, and your card decides.",
    }
    assert (said.who, said.does) == ("", ""), "nobody does it alone"


def test_a_name_inside_a_sentence_is_no_act() -> None:
    said = spoken(sentence(f"the button goes to {voice(ann='Ann').name(1)}."))
    assert (said.text, said.to) == ("The button goes to Ann.", {"ann": "The button goes to you."})
    assert said.does == ""


def test_names_that_were_looked_up_go_with_verbs_too() -> None:
    name = voice(ann="Ann").name(1)
    assert spoken(subject_and_verb(name, "leave")).to == {"ann": "you leave"}
    assert spoken(possessive(name)).text == "Ann's"


def test_without_marks_nothing_is_added() -> None:
    plain = Phrases({1: "you", 2: "Bea"})
    assert plain.does(1, "take") == "you take"
    assert spoken("Bea takes it.") == ("Bea takes it.", {}, "", "")
