"""Scenes of the floor's page and the auditor's page."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from playwright.sync_api import Page, TimeoutError
from tools.pictures.studio import Scene, Shot

from hoyle.client import enter

PASSWORD = "a long password"


def _officer(page: Page, shot: Shot, name: str) -> None:
    """Log in as a manager who grants themselves the role needed."""
    origin = {"origin": shot.server.address}
    given = {"name": name, "password": PASSWORD}
    if page.request.post("/api/login", data=given, headers=origin).ok:
        return
    claimed = {**given, "code": shot.server.code()}
    assert page.request.post("/api/claim", data=claimed, headers=origin).ok


def _on_duty(page: Page, shot: Shot) -> None:
    """Grant the manager the floor role."""
    _officer(page, shot, "Boss")
    if "floor" not in page.request.get("/api/me").json()["roles"]:
        page.goto("/audit")
        form = page.locator("form").filter(has=page.get_by_role("button", name="Grant"))
        form.get_by_label("Person").fill("Boss")
        form.get_by_label("Role").select_option("floor")
        form.get_by_label("Reason").fill("on duty tonight")
        form.get_by_role("button", name="Grant").click()
        form.get_by_role("status").filter(has_text="record").wait_for()


def decks(shot: Shot, camera: Callable[[Page], None]) -> None:
    """The decks of every table."""
    with shot.reader() as page:
        _on_duty(page, shot)
        page.goto("/floor/decks")
        page.get_by_role("row").nth(3).wait_for()
        camera(page)


def decks_of_table(shot: Shot, camera: Callable[[Page], None]) -> None:
    """Those of one table, with a clause open."""
    with shot.reader() as page:
        _on_duty(page, shot)
        tables = page.request.get("/api/floor").json()["tables"]
        table = next(each["table"] for each in tables if each["book"] == "oneida" and each["decks"])
        page.goto(f"/floor/decks/{table}")
        page.get_by_role("listitem").filter(has_text="changed after").get_by_role("button").click()
        page.locator(".note .name").wait_for()
        camera(page)


def floor(shot: Shot, camera: Callable[[Page], None]) -> None:
    with shot.reader() as page:
        _on_duty(page, shot)
        table = page.request.get("/api/floor").json()["tables"][0]["table"]
        with enter(shot.server.address, f"Priya {shot.size} {shot.theme}") as priya:
            priya.watch(table)
            priya.do(table, {"do": "open-dispute", "about": "the deck was not cut"})
            while True:
                page.goto(f"/floor/{table}")
                page.get_by_label("The deck was not shuffled and cut as it should have been").check()
                page.locator(".ruling h2").filter(has_not_text="Checking").wait_for()
                # Between two hands there is nothing to rule on; the next one comes while a player is seated.
                with contextlib.suppress(TimeoutError):
                    page.locator(".note p.name").first.wait_for(timeout=3000)
                    break
            camera(page)


def audit(shot: Shot, camera: Callable[[Page], None]) -> None:
    with shot.reader() as page:
        _officer(page, shot, "Boss")
        page.goto("/audit")
        page.get_by_role("button", name="Audit the room now").click()
        page.get_by_role("heading", name="Audit passed").wait_for()
        camera(page)


SCENES = [
    Scene("floor", floor),
    Scene("floor-decks", decks),
    Scene("floor-deck", decks_of_table),
    Scene("audit", audit),
]
