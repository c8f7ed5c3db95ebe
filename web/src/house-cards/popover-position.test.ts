import { expect, test } from "vitest";
import { popoverPosition, type Box } from "./popover-position";

const view = { width: 1440, height: 900 };
const card = { width: 270, height: 210 };
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, right: left + width, bottom: top + height });

test("the card stands at the right of its spot where there is room", () => {
  expect(popoverPosition(box(300, 400, 100, 40), box(300, 400, 100, 40), card, view, []).left).toBe(412);
});

test("it stands elsewhere where it would hide one's own chip", () => {
  const spot = box(630, 330, 100, 40);
  const chip = box(900, 430, 30, 30);
  const { left, top } = popoverPosition(spot, spot, card, view, [chip]);
  const hides = left < chip.right && left + card.width > chip.left && top < chip.bottom && top + card.height > chip.top;
  expect(hides).toBe(false);
});

test("on a phone it stands above the spot, never over it and never out of sight", () => {
  const spot = box(20, 560, 58, 66);
  const { left, top } = popoverPosition(spot, spot, card, { width: 390, height: 844 }, []);
  expect(left).toBeGreaterThanOrEqual(8);
  expect(left + card.width).toBeLessThanOrEqual(382);
  expect(top + card.height <= spot.top || left >= spot.right).toBe(true);
});

test("where it would hide its own row, cards and plate, it stands beside all of them", () => {
  const row = [box(500, 500, 80, 70), box(584, 500, 80, 70), box(668, 500, 80, 70)];
  const hand = box(500, 390, 248, 100);
  const plate = box(500, 584, 248, 46);
  const around = box(500, 390, 248, 240);
  expect(popoverPosition(row[1]!, around, card, view, [...row, hand, plate]).left).toBe(760);
});
