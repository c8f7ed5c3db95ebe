"""Narrator of a house card table: wagers, deal, decisions and settlement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.core.cards import RANKS, UNKNOWN, rank_of
from hoyle.games.house_cards import events as rounds
from hoyle.games.house_cards.game_definition import ANTE, BONUS, wager_label
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.hands.descriptions import name as rank_name
from hoyle.hands.descriptions import plural
from hoyle.history.narration.announcement import Announcement
from hoyle.history.narration.english_phrases import (
    Money,
    cards_with_symbols,
    count_phrase,
    join_list,
    number,
    possessive,
    sentence,
)
from hoyle.history.narration.narrator import TableNarrator, trigger_phrase
from hoyle.table.house_cards import events
from hoyle.table.house_cards.decks import deck_events

_STREETS: Final = ("first", "second", "third", "fourth", "fifth")


class HouseCardNarrator(TableNarrator):
    """Narrator of a house card table: turns its events into the dealer's announcements."""

    def __init__(
        self,
        sign: HouseCardSign,
        names: Mapping[int, str] | None = None,
        viewer: str | None = None,
        *,
        money: Money = str,
        marked: bool = False,
    ) -> None:
        super().__init__(names, viewer, money=money, marked=marked)
        self.sign = sign
        self._seat_of_position: dict[int, int] = {}
        """Seat of the player at each betting position of the round."""
        self._chips_on: dict[tuple[int, str], int] = {}
        """Chips on each spot, by betting position and wager."""
        self._deciding = False
        self._community: list[int] = []

    def announcements_for(self, entry: Any) -> list[Announcement]:
        if isinstance(entry, events.TableOpened | events.CapChanged):
            self.sign = entry.sign
        elif isinstance(entry, events.RoundBegan):
            self._seat_of_position, self._chips_on, self._community, self._deciding = {}, {}, [], False
        elif isinstance(entry, rounds.Wagered):
            self._seat_of_position[entry.seat] = entry.paying_seat
            self.voice.set_person(entry.paying_seat, entry.owner)
        elif isinstance(entry, rounds.CommunityTurned):
            self._community += entry.cards
        elif isinstance(entry, rounds.Dealt):
            self._deciding = True
            return [Announcement(sentence(text), entry.clause, entry) for text in self._deal_sentences(entry)]
        return super().announcements_for(entry)

    def sentence_for(self, entry: Any) -> str:
        if isinstance(entry, rounds.HouseCardEvent):
            return self._wager_sentence(entry) or self._hand_sentence(entry)
        return self._table_sentence(entry) or self._deck_sentence(entry) or super().sentence_for(entry)

    def _player(self, spot: int) -> str:
        """Return the name of the player at a betting position, with the place if it is not their own seat."""
        seat = self._seat_of_position.get(spot, spot)
        name = self.voice.name(seat)
        return name if seat == spot else f"{name} at place {spot}"

    def _does(self, spot: int, verb: str) -> str:
        """Return the player at a betting position with a verb: ``ann bets``, ``you bet at place 2``."""
        seat = self._seat_of_position.get(spot, spot)
        phrase = self.voice.does(seat, verb)
        return phrase if seat == spot else f"{phrase} at place {spot}"

    # Wagers

    def _wager_sentence(self, event: rounds.HouseCardEvent) -> str:
        """Return the dealer's sentence on a wager made, settled or returned; empty for other events."""
        money = self.money
        if isinstance(event, rounds.Wagered):
            coupon = "" if event.tender == "chips" else f" with a {event.tender}"
            spot = "the Ante" if event.wager == ANTE else wager_label(event.wager)
            before = self._chips_on.get((event.seat, event.wager), 0)
            total = self._chips_on[event.seat, event.wager] = before + event.chips
            more, in_all = (" more", f", {money(total)} in all") if before else ("", "")
            verb = f"bet {money(event.chips)}{more} on {spot}{coupon}"
            return f"{self._does(event.seat, verb)}{in_all}."
        if isinstance(event, rounds.Withdrawn):
            self._chips_on.pop((event.seat, event.wager), None)
            verb = f"take {wager_label(event.wager)} back, {money(event.chips)}"
            return f"{self._does(event.seat, verb)}."
        if isinstance(event, rounds.NoMoreBets):
            return "no more bets."
        if isinstance(event, rounds.Settled):
            return self._settled_sentence(event)
        if isinstance(event, rounds.Returned):
            return (
                f"{possessive(self._player(event.seat))} {wager_label(event.wager)}, {money(event.chips)}, goes back."
            )
        if isinstance(event, rounds.Voided):
            return f"the round is void: {trigger_phrase(event.reason)}."
        return ""

    def _settled_sentence(self, event: rounds.Settled) -> str:
        owner = possessive(self._player(event.seat))
        gain = self.money(abs(event.gain))
        if event.wager == BONUS:
            return f"{owner} bonus pays {gain}." if event.gain else ""
        wager = f"{owner} {wager_label(event.wager)} of {self.money(event.stake)}"
        if event.gain > 0:
            return f"{wager} wins {gain}."
        if event.gain == 0:
            return f"{wager} is a push."
        return f"{wager} loses." if -event.gain == event.stake else f"{wager} loses {gain}."

    # Hands

    def _deal_sentences(self, event: rounds.Dealt) -> list[str]:
        hands: dict[int, list[int]] = {}
        areas: dict[str, list[int]] = {}
        for seat, area, card in zip(event.seats, event.areas, event.cards, strict=True):
            if seat:
                hands.setdefault(seat, []).append(card)
            else:
                areas.setdefault(area, []).append(card)
        calls: list[str] = []
        parts: list[str] = []
        if hands:
            share = count_phrase(len(next(iter(hands.values()))), "card")
            parts.append(f"{share} to {'each player' if len(hands) > 1 else self._player(next(iter(hands)))}")
        dealer = len(areas.get("dealer", [])) + len(areas.get("dealer up", []))
        if dealer:
            parts.append(f"{number(dealer) if parts else count_phrase(dealer, 'card')} to the dealer")
        if "community" in areas:
            parts.append(f"{count_phrase(len(areas['community']), 'community card')} face down")
        if "rack" in areas:
            parts.append(f"{count_phrase(len(areas['rack']), 'card')} to the rack")
        if areas.keys() != {"dealer up"} or hands:
            calls.append(f"{', '.join(parts)}.")
        for seat, cards in hands.items():
            if UNKNOWN not in cards:
                calls.append(f"{self._does(seat, 'get')} {cards_with_symbols(cards)}.")
        if "dealer up" in areas:
            calls.append(f"the dealer shows {cards_with_symbols(areas['dealer up'])}.")
        return calls

    def _hand_sentence(self, event: rounds.HouseCardEvent) -> str:
        """Return the dealer's sentence on cards and decisions of a house card round; empty for others."""
        if isinstance(event, rounds.StubDiscarded):
            return f"{count_phrase(event.count, 'card')} left over, unseen to the rack."
        if isinstance(event, rounds.DealStopped):
            return "the dealer stops in the middle of the deal."
        if isinstance(event, rounds.Stood):
            return f"{self._does(event.seat, 'lay')} the hand down."
        if isinstance(event, rounds.Folded):
            kept = f"; {wager_label(event.kept)} stays" if event.kept else ""
            return f"{self._does(event.seat, 'fold')}, {self.money(event.chips)} to the house{kept}."
        if isinstance(event, rounds.CommunityTurned):
            ordinal = _STREETS[len(self._community) - 1]
            return f"the {ordinal} community card: {cards_with_symbols(event.cards)}."
        if isinstance(event, rounds.CommunityDiscarded):
            return f"everybody has folded: {count_phrase(event.count, 'community card')} to the rack, unseen."
        if isinstance(event, rounds.DealerRevealed):
            hand = hand_phrase(event.hand, event.cards)
            if self.sign.page.pay.qualifier.value:
                hand += ", qualifies" if event.qualifies else ", does not qualify"
            return f"dealer has {hand}: {cards_with_symbols(event.cards)}."
        if isinstance(event, rounds.DealerHidden):
            return "nobody plays on: the dealer's hand stays down."
        if isinstance(event, rounds.SettlementBegan):
            return "the hands are settled from the dealer's right."
        if isinstance(event, rounds.HandTurned):
            hand = hand_phrase(event.hand, [*event.cards, *self._community])
            return f"{self._does(event.seat, 'have')} {hand}: {cards_with_symbols(event.cards)}."
        return ""

    # The table

    def _table_sentence(self, entry: Any) -> str:
        """Return the dealer's sentence on a house card table and its rounds; empty for other events."""
        if isinstance(entry, events.TableOpened):
            return f"the table is open: {game_title(self.sign)}, {self._limits()}, by {self.sign.book}."
        if isinstance(entry, events.CapChanged):
            return f"the most that one hand can win is {self.money(entry.sign.max_payout)} from now on."
        if isinstance(entry, events.RoundBegan):
            return f"round {entry.number}: place your bets."
        if isinstance(entry, events.RoundClosed):
            return "the other deck comes into play." if entry.swapped else ""
        if isinstance(entry, events.Idle):
            return f"nobody plays: the cards rest in the {entry.where}."
        if isinstance(entry, events.Arrived):
            return "play begins again with the shuffle."
        if isinstance(entry, events.SettlementHeld):
            return "the floor is called: hands are settled one by one."
        if isinstance(entry, events.FloorRuled):
            return f"{trigger_phrase(entry.trigger)}. The floor rules: {entry.ruling}."
        return ""

    def _limits(self) -> str:
        """Return the Ante limits of the sign as text: ``Ante 5 to 100``."""
        minimum, maximum = self.sign.ante
        return f"Ante {self.money(minimum)} " + (f"to {self.money(maximum)}" if maximum else "or more")

    def _deck_sentence(self, entry: Any) -> str:
        """Return the dealer's sentence on a deck of a house card table; empty for other events."""
        if isinstance(entry, deck_events.DeckBrought):
            return f"{entry.deck} comes to the table, {entry.back} backs."
        if isinstance(entry, deck_events.OpeningStepDone):
            return f"opening of {entry.deck}: {entry.step}, by {entry.by}."
        if isinstance(entry, deck_events.DeckRetired):
            return f"{entry.deck} leaves the table."
        if isinstance(entry, deck_events.DeckShuffled):
            method = "by hand" if entry.method == "hand" else "by the device"
            return f"{entry.deck} is shuffled {method}."
        if isinstance(entry, deck_events.DeckCut):
            again = f"cut again by order of {entry.ordered_by}" if entry.ordered_by else "cut"
            return f"{again}, {count_phrase(entry.count, 'card')} off the top."
        if isinstance(entry, deck_events.RecutOrdered):
            return "the cut does not stand: cut again."
        if isinstance(entry, deck_events.ReshuffleOrdered):
            return "shuffle again before the deal."
        if isinstance(entry, deck_events.HandShuffleAllowed):
            return f"{entry.deck} may be shuffled by hand."
        if isinstance(entry, deck_events.StubCounted):
            return f"the count is {entry.found}."
        return ""


def game_title(sign: HouseCardSign) -> str:
    """Return the title of the house card game on a sign: ``Three Card Poker``."""
    return sign.game.replace("-", " ").title()


def hand_phrase(hand: str, cards: list[int]) -> str:
    """Return a house-game hand as the dealer announces it: ``queen high``, ``a pair of nines``."""
    pips = [rank_of(card) + 2 for card in cards]
    if hand == "high card":
        return f"{rank_name(max(pips))} high"
    if hand.startswith("pair of "):
        return f"a pair of {plural(RANKS.index(hand[-1]) + 2)}"
    groups = sorted({pip for pip in pips if pips.count(pip) > 1}, key=lambda pip: (-pips.count(pip), -pip))
    if hand == "pair":
        return f"a pair of {plural(groups[0])}"
    if hand == "two pair":
        return f"two pairs, {join_list([plural(pip) for pip in groups[:2]])}"
    if hand in ("three of a kind", "four of a kind"):
        return f"{hand.split()[0]} {plural(groups[0])}"
    return f"a {hand}"
