"""What the books answer on house card games: citations that exist, on the game they speak of."""

from __future__ import annotations

import doctest

import pytest
from tests.rulebooks.test_books import answers, citations

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.rulebooks import clause_catalogue, house_card_registry
from hoyle.rulebooks.book_types import pay_table
from hoyle.rulebooks.house_card_registry import BOOKS, first_book_with, house_card_book

PAGES = [(id, game) for id, book in BOOKS.items() for game in book.games]


@pytest.mark.parametrize(("id", "game"), PAGES)
def test_every_citation_on_a_page_is_a_clause_or_a_convention(id: str, game: str) -> None:
    page = house_card_book(id).page(game)
    held = [text for path, text in citations(page, game) if text and path != f"{game}.game"]
    tables = [*page.pay.main.values(), *page.pay.side.values(), *page.pay.bonus.values()]
    held += [table.clause for table in tables] + [table.minimum for table in tables if table.minimum]
    held += [version.clause for version in page.wagers.version.values()]
    assert len(held) > 60
    for text in held:
        assert clause_catalogue.resolve_citation(text).citation == text


@pytest.mark.parametrize(("id", "game"), PAGES)
def test_a_page_cites_clauses_on_its_game_or_a_sister_reading(id: str, game: str) -> None:
    astray = {
        text
        for path, text in citations(house_card_book(id).page(game), game)
        if text
        and not text.startswith("house ")
        and path != f"{game}.game"
        and not clause_catalogue.resolve_citation(text).applies_to(game)
    }
    assert astray <= {"oneida TCP.AMB-T11"}


@pytest.mark.parametrize(("id", "game"), PAGES)
def test_the_reading_behind_an_answer_touches_its_clause(id: str, game: str) -> None:
    for path, answer in answers(house_card_book(id).page(game), game):
        if answer.interpretation:
            assert answer.interpretation in clause_catalogue.resolve_citation(answer.clause).readings, path


def test_a_game_or_book_that_does_not_exist_is_named() -> None:
    with pytest.raises(InvalidError, match="no rulebook 'nj-19-47' has house card games: oneida"):
        house_card_book("nj-19-47")
    with pytest.raises(InvalidError, match="unknown house game 'snap': three-card-poker"):
        first_book_with("snap")
    with pytest.raises(IllegalError, match="oneida has no game 'snap'"):
        house_card_book("oneida").page("snap")


@pytest.mark.parametrize("module", [house_card_registry, pay_table], ids=lambda module: module.__name__)
def test_the_examples_in_the_documentation_run(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0
