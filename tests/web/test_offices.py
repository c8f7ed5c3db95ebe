"""The floor desk and the auditor's page, with a manager who gives the roles."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.played_hands import play
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import PHONE, reader

from hoyle.client import Room, enter

ROOM = """
managers = ["Boss"]
[[tables]]
game = "holdem"
rulebook = "oneida"
settings = {between_rounds_ms = 60000, decision_clock_ms = 600000, min_buy_in = 100, max_buy_in = 200}
[[tables]]
game = "holdem"
rulebook = "oneida"
bots = 2
settings = {between_rounds_ms = 0, dealer_pace_ms = 0}
[[tables]]
game = "holdem"
rulebook = "oneida"
settings = {between_rounds_ms = 60000, decision_clock_ms = 600000}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("offices"), ROOM) as found:
        yield found


def as_member(page: Page, server: Server) -> None:
    found = page.request.post("/api/register", data={"password": "long enough"}, headers={"origin": server.address})
    assert found.ok, found.text()


def give(browser: Browser, server: Server, roles: dict[str, str]) -> None:
    """The manager gives roles, on their page; they claim the name the first time and log in later."""
    with reader(browser, server.address) as page:
        origin = {"origin": server.address}
        known = page.request.post("/api/login", data={"name": "Boss", "password": "long enough"}, headers=origin)
        if not known.ok:
            claimed = {"name": "Boss", "code": server.code(), "password": "long enough"}
            assert page.request.post("/api/claim", data=claimed, headers=origin).ok
        page.goto("/audit")
        for person, role in roles.items():
            form = page.locator("form")
            form.get_by_label("Person").fill(person)
            form.get_by_label("Role").select_option(role)
            form.get_by_label("Reason").fill("on duty tonight")
            form.get_by_role("button", name="Grant").click()
            expect(form.get_by_role("status")).to_have_text(f"{person} now has the role {role}.")
            form.get_by_label("Person").fill("")


def stacks(player: Room) -> dict[str, int]:
    return {each["name"]: each["stack"] for each in player.view(1)["public_view"]["seats"]}


def until(holds: Callable[[], object]) -> None:
    """Wait for something that will come, however slow the machine is."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_floor_sees_the_ruling_before_it_is_carried_out_and_chips_return(browser: Browser, server: Server) -> None:
    with (
        enter(server.address, "Ann") as ann,
        enter(server.address, "Ben") as ben,
        reader(browser, server.address, "Ines") as page,
    ):
        as_member(page, server)
        give(browser, server, {"Ines": "floor"})
        for player in (ann, ben):
            player.sit(1, chips=200)
        until(lambda: len(stacks(ann)) == 2 and sum(stacks(ann).values()) < 400)  # blinds are in the pot
        before = stacks(ann)
        ann.do(1, {"do": "open-dispute", "about": "the cut was missed"})

        page.goto("/floor")
        expect(page.get_by_text("Ann: the cut was missed")).to_be_visible()
        page.get_by_role("link", name="the cut was missed").click()
        page.get_by_label("The deck was not shuffled and cut as it should have been").check()
        ruling = page.get_by_role("complementary", name="Before you confirm")
        expect(ruling.get_by_role("heading", level=2)).to_contain_text("isdeal")
        expect(ruling.locator(".note").first).to_contain_text("oneida ")
        expect(ruling.get_by_text("Ann now")).to_be_visible()
        expect(ruling.locator("dd", has_text="Goes back: Ann")).to_contain_text("Ben")
        expect(ruling.locator("dd", has_text="closed by the supervisor")).to_contain_text("XI.P.2")
        assert stacks(ann) == before, "a preview changes nothing"
        axe_clean(page)
        page.get_by_role("heading", level=1).click()
        page.keyboard.press("Enter")
        expect(ruling.get_by_role("status")).to_contain_text("on record")
        hands = page.request.get("/api/floor/1").json()
        assert hands["open"], "the dispute itself is not settled by the ruling"
        until(lambda: sum(stacks(ann).values()) == 400)

        page.get_by_role("button", name="Rule on this dispute").click()
        page.get_by_role("textbox", name="The ruling").fill("misdeal; the blinds went back")
        page.get_by_role("button", name="Apply ruling").click()
        expect(page.get_by_text("Ann called the floor")).to_have_count(0)
        expect(page.get_by_role("heading", name="Ruled today")).to_be_visible()
        expect(page.get_by_role("link", name="misdeal; the blinds went back")).to_be_visible()

        expect(page.get_by_role("button", name="Pause")).to_be_disabled()
        page.get_by_label("Reason, for the record").fill("a drink on the felt")
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_text("Play is paused")).to_be_visible()
        page.get_by_label("Reason, for the record").fill("dry again")
        page.get_by_role("button", name="Resume").click()
        expect(page.get_by_text("Play is on. A pause")).to_be_visible()


def test_the_floor_finds_a_report_by_its_words_and_is_told_what_the_book_says_of_an_exposed_card(
    browser: Browser, server: Server
) -> None:
    with enter(server.address, "Cleo") as cleo, reader(browser, server.address, "Otto", viewport=PHONE) as page:
        as_member(page, server)
        give(browser, server, {"Otto": "floor"})
        cleo.watch(1)
        page.goto("/floor/1")
        expect(page.get_by_role("navigation", name="Tables")).to_contain_text("Hold’em, oneida")
        page.get_by_role("searchbox").fill("exposed")
        expect(page.get_by_role("radio")).to_have_count(1)
        page.get_by_label("A hole card was exposed during the deal").check()
        page.get_by_role("spinbutton", name="How many cards were exposed?").fill("1")
        page.get_by_role("spinbutton", name="Which card off the deck").fill("23")
        error = page.get_by_role("group", name="Was it the dealer’s error?")
        error.get_by_role("button", name="Yes").click()
        ruling = page.get_by_role("complementary", name="Before you confirm")
        expect(ruling.get_by_role("heading", level=2)).to_contain_text("becomes the burn")
        expect(ruling.locator(".note").first).to_contain_text("oneida XI.P.14(b)")
        expect(ruling.get_by_role("button", name="Confirm ruling")).to_be_disabled()
        axe_clean(page)
        # By the player's own doing: no clause, and the house is asked what it decides.
        error.get_by_role("button", name="No", exact=True).click()
        expect(ruling.get_by_role("heading", level=2)).to_contain_text("The book doesn’t say")
        ruling.get_by_role("button", name="Rule differently").click()
        expect(page.get_by_role("group", name="The decision")).to_contain_text("Play on")
        page.get_by_role("link", name="Audit").click()
        expect(page).to_have_url(f"{server.address}/audit")


def test_the_floor_sees_the_decks_of_a_table_and_what_its_book_asks_of_them(browser: Browser, server: Server) -> None:
    with (
        enter(server.address, "Dan") as dan,
        enter(server.address, "Dee") as dee,
        reader(browser, server.address, "Dora", viewport=PHONE) as page,
    ):
        as_member(page, server)
        give(browser, server, {"Dora": "floor"})
        # Decks are looked through when a table opens, and that is when somebody sits down at it.
        for player in (dan, dee):
            player.sit(3, chips=200)
        until(lambda: dan.view(3)["public_view"]["round_number"])
        page.goto("/floor")
        page.get_by_role("link", name="Decks").click()
        expect(page.get_by_role("row").filter(has_text="Table 3")).to_contain_text("first deck")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        axe_clean(page)
        page.get_by_role("rowheader").get_by_role("link", name="Table 3").click()
        expect(page.get_by_role("heading", name="Decks of table 3")).to_be_visible()
        steps = page.get_by_role("listitem")
        expect(steps.filter(has_text="Cards inspected")).to_contain_text("done")
        expect(steps.filter(has_text="Cards inspected")).to_contain_text("by the floor or the supervisor")
        changed = steps.filter(has_text="Decks are changed after 6 hours.")
        changed.get_by_role("button", name="XI.B.2(b)").click()
        expect(changed.locator(".note")).to_contain_text("oneida XI.B.2(b)")
        axe_clean(page)


def test_whoever_does_not_stand_at_the_floor_is_told_so(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Nosy", viewport=PHONE) as page:
        page.goto("/floor")
        expect(page.get_by_role("alert")).to_contain_text("has no floor role")
        page.goto("/audit")
        expect(page.get_by_role("alert")).to_contain_text("Only an auditor may read the books")
        assert page.request.post("/api/audit", data={}, headers={"origin": server.address}).status == 403
        assert page.request.get("/api/reports/events").status == 403


def test_the_auditor_runs_an_audit_and_reads_the_lists(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Ada") as page:
        as_member(page, server)
        give(browser, server, {"Ada": "auditor"})
        page.goto("/audit")
        expect(page.get_by_role("row", name="Sum of all accounts")).to_contain_text("0")
        page.get_by_role("button", name="Audit the room now").click()
        expect(page.get_by_role("heading", name="Audit passed")).to_be_visible()
        page.get_by_role("button", name="sessions").click()
        expect(page.get_by_role("region", name="Sessions and failed log-ins")).to_contain_text("Ada")
        axe_clean(page)
        form = page.locator("form")
        play(server.address, "Gil", 2, rounds=1)
        form.get_by_label("Table").fill("2")
        form.get_by_role("button", name="Show hands").click()
        reading = page.get_by_role("button", name="Read 2/").first
        expect(reading).to_be_disabled()
        form.get_by_label("Reason").fill("complaint of Ann")
        reading.click()
        expect(form.get_by_role("status")).to_have_text("Your reading is logged.")
        expect(page.get_by_role("region", name="every card")).to_contain_text("round-closed")
        axe_clean(page)
        csv = page.request.get("/api/reports/events?form=csv")
        assert "complaint of Ann" in csv.text()
        assert csv.headers["content-type"].startswith("text/csv")
        assert "role" in csv.text()
        assert page.request.get("/api/reports/nothing").status == 404
