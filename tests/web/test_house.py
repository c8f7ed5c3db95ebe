"""House card tables in a browser: rounds, chips and their undoing, refusals, coach, phone, keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import PHONE, reader
from tests.web.house_play import chip, put, sit

from hoyle.core.cards import parse_card
from hoyle.games.house_cards.game_registry import GAMES
from hoyle.hands import descriptions

TABLES = ("three-card-poker", "four-card-poker", "mississippi-stud")
EACH = 4
# Any hand that the dealer may have, as he announces it.
ANNOUNCED = (
    "([a-z]+ high|pair of [a-z]+|two pair, [a-z]+ and [a-z]+|(three|four) [a-z]+s"
    "|([a-z]+-high )?(straight|flush)|royal flush|full house)"
)
ROOM = 'title = "A room for tests"\n' + "".join(
    f'[[tables]]\ngame = "{game}"\n[tables.settings]\n'
    "between_rounds_ms = 500\nwager_window_ms = 600000\ndecision_clock_ms = 600000\n"
    for game in TABLES
    for _ in range(EACH)
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), ROOM) as found:
        yield found


def table(game: str, nth: int = 0) -> int:
    return TABLES.index(game) * EACH + nth + 1


def lit(page: Page, name: str) -> Locator:
    """A spot that may be wagered on now."""
    return page.get_by_role("button", name=name, exact=True).and_(page.locator(".available"))


def own_cards(page: Page, person: str, count: int) -> list[str]:
    """Somebody's cards as his own page shows them."""
    cards = page.get_by_role("group", name=re.compile(f"{person}$")).locator("[data-card]")
    expect(cards).to_have_count(count)
    return [card.get_attribute("data-card") or "" for card in cards.all()]


def called(game: str, cards: list[str]) -> str:
    """What a hand is called, its kickers left out."""
    own, reads = [parse_card(card) for card in cards], GAMES[game].reads
    assert reads is not None
    if len(own) >= reads.ranking.size:
        return reads.ranking.describe(reads.best(own, []).value).partition(",")[0]
    low, high = sorted((card >> 2) + 2 for card in own)
    return (
        descriptions.describe_groups(descriptions.ONE_PAIR, [low, high])
        if low == high
        else f"{descriptions.name(high)} high"
    )


def deal(page: Page) -> None:
    page.get_by_role("button", name="Deal", exact=False).click()
    expect(page.get_by_role("button", name=re.compile("^Fold"))).to_be_visible()


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("three-card-poker", ("Play",)),
        ("four-card-poker", ("Play",)),
        ("mississippi-stud", ("3rd Street", "4th Street", "5th Street")),
    ],
)
def test_a_guest_plays_a_round_to_its_settlement(
    browser: Browser, server: Server, game: str, bets: tuple[str, ...]
) -> None:
    ann = f"Ann {game[:4]}"
    with reader(browser, server.address, ann) as page:
        sit(page, table(game))
        chip(page, 5)
        put(page, "Ante")
        bar = page.locator("footer")
        height = bar.bounding_box()
        deal(page)
        cards = own_cards(page, ann, GAMES[game].seat_cards)
        expect(bar).to_contain_text(re.compile(f"You have\\s*{called(game, cards)}\\b"))
        assert bar.bounding_box() == height, "the table does not move when its bar changes"
        for street in bets:
            page.get_by_role("button", name=re.compile("^(Play, 5|Bet 1×, 5)")).click()
            if street != bets[-1]:
                expect(page.locator(".transcript")).to_contain_text(f"You bet 5 on {street}")
        settlement = page.get_by_role("region", name="Your spot, bet by bet")
        expect(settlement.get_by_text("Net this round")).to_be_visible()
        expect(settlement.get_by_role("row").nth(1).locator(".rule-column")).to_have_text(re.compile(r"\w"))
        expect(settlement.get_by_text("Ante bonus")).to_have_count(int(game != "mississippi-stud"))
        settlement.get_by_role("button").first.click()
        expect(settlement.locator(".note")).to_contain_text("oneida")
        again = page.get_by_role("button", name=re.compile("^Bet 5 again"))
        again.click()
        expect(page.get_by_role("button", name="Ante, 5", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()


def test_what_cannot_be_wagered_is_refused_with_its_clause(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Bea") as page:
        sit(page, table("three-card-poker", 1))
        expect(lit(page, "Ante, empty")).to_be_visible()
        page.get_by_role("button", name="Play, empty", exact=True).click()
        refused = page.get_by_role("region", name="What the dealer said").or_(page.locator(".scroll")).first
        expect(refused).to_contain_text("You bet Play after you see your cards.")
        expect(refused.get_by_role("button", name=re.compile("^TCP"))).not_to_have_count(0)
        expect(refused).not_to_contain_text("(oneida")


def test_a_chip_is_taken_back_one_by_one_or_all_at_once(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Cem") as page:
        sit(page, table("three-card-poker", 1))
        chip(page, 5)
        put(page, "Ante")
        chip(page, 25)
        put(page, "Ante")
        put(page, "Pair Plus")
        expect(page.get_by_role("button", name="Ante, 30", exact=True)).to_be_visible()
        page.get_by_role("button", name=re.compile("^Undo")).click()
        expect(page.get_by_role("button", name="Pair Plus, empty", exact=True)).to_be_visible()
        page.keyboard.press("z")
        expect(page.get_by_role("button", name="Ante, 5", exact=True)).to_be_visible()
        page.get_by_role("button", name="Clear bets").click()
        expect(page.get_by_role("button", name="Ante, empty", exact=True)).to_be_visible()
        page.get_by_role("button", name="Leave").click()


def test_the_coach_speaks_when_he_is_asked_and_after_the_decision(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Dag") as page:
        sit(page, table("mississippi-stud", 1))
        chip(page, 5)
        put(page, "Ante")
        deal(page)
        coach = page.get_by_role("region", name="Coach")
        expect(coach).not_to_contain_text("is better")
        coach.get_by_role("button", name="Show me the best play").click()
        expect(coach).to_contain_text("is better")
        expect(coach).to_contain_text("Fold")
        page.get_by_role("button", name=re.compile("^Fold, lose 5")).click()
        expect(coach).to_contain_text("is better")
        expect(page.get_by_text("Net this round")).to_be_visible()


def test_the_coach_speaks_unasked_as_soon_as_the_decision_is_made(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Ede") as page:
        sit(page, table("four-card-poker", 3))
        chip(page, 5)
        put(page, "Ante")
        with page.expect_response("**/coach"):
            deal(page)
        coach = page.get_by_role("region", name="Coach")
        expect(coach).not_to_contain_text("is better")
        page.get_by_role("button", name=re.compile("^Bet 1×, 5")).click()
        expect(coach).to_contain_text(re.compile("is better|worth the same"))
        expect(page.get_by_text("Net this round")).to_be_visible()
        announced = re.compile(rf"^\s*{ANNOUNCED}[ a-z]*\. The dealer plays\.", re.IGNORECASE)
        expect(page.locator(".call")).to_have_text(announced)


def test_a_round_is_played_with_the_keyboard_alone(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Eli") as page:
        sit(page, table("three-card-poker", 2))
        expect(lit(page, "Ante, empty")).to_be_visible()
        page.keyboard.press("2")
        page.get_by_role("button", name="Ante, empty", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Ante, 5", exact=True)).to_be_focused()
        page.get_by_role("button", name="Ante, 5", exact=True).evaluate("cell => cell.blur()")
        page.keyboard.press(" ")
        expect(page.get_by_role("button", name=re.compile("^Fold"))).to_be_visible()
        page.keyboard.press("p")
        expect(page.get_by_text("Net this round")).to_be_visible()


def test_the_card_of_a_spot_tells_what_the_wager_costs(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Fay") as page:
        sit(page, table("three-card-poker", 3))
        region = page.get_by_role("region", name="Your bets")
        expect(region).to_contain_text("308/5525")
        page.get_by_role("button", name="Pair Plus, empty", exact=True).hover()
        expect(page.get_by_role("tooltip")).to_contain_text("308/5525")
        expect(page.get_by_role("tooltip")).to_contain_text("5.575%")


def test_the_table_is_for_everybody(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Gus") as page:
        sit(page, table("mississippi-stud", 2))
        chip(page, 5)
        put(page, "Ante")
        deal(page)
        axe_clean(page)


def test_a_phone_has_the_whole_table_in_one_hand(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Hal", viewport=PHONE) as page:
        sit(page, table("four-card-poker", 1))
        chip(page, 5)
        put(page, "Ante")
        put(page, "Aces Up")
        deal(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], "nothing scrolls sideways"
        axe_clean(page)
        page.get_by_role("button", name=re.compile("^Fold")).click()
        expect(page.get_by_text("This round")).to_be_visible()


def test_two_at_a_table_see_each_others_wagers_and_not_their_cards(browser: Browser, server: Server) -> None:
    number = table("four-card-poker", 2)
    with reader(browser, server.address, "Ida") as ida, reader(browser, server.address, "Jon") as jon:
        frames: list[str] = []
        jon.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(str(frame))))
        sit(ida, number)
        sit(jon, number)
        for page in (ida, jon):
            chip(page, 5)
            put(page, "Ante")
        expect(ida.get_by_role("group", name=re.compile("Jon$"))).to_contain_text("5")
        for page in (ida, jon):
            page.get_by_role("button", name=re.compile("^(Deal|Ready)")).click()
        expect(ida.get_by_role("button", name=re.compile("^Fold"))).to_be_visible()
        cards = own_cards(ida, "Ida", 5)
        theirs = jon.get_by_role("group", name=re.compile("Ida$"))
        expect(theirs.get_by_role("img", name="face-down card")).to_have_count(5)
        heard = "\n".join(frames)
        assert "Ida bets 5 on the Ante" in heard
        for card in cards:
            assert f'"{card}"' not in heard, f"{card} is Ida's alone"
