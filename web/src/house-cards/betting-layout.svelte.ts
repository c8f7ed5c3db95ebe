/** The layout of a table of the house, asked for once: every spot with what it pays and costs. */

import { getContext, setContext } from "svelte";
import { api } from "../lib/http";

export interface WagerInfo {
  name: string;
  kind: string;
  title: string;
  clause: string;
  number?: number;
  pays?: string;
  chance?: string;
  chance_percent?: string;
  chance_of?: string;
  edge?: string;
  percent?: string;
  per_roll?: string;
  per_roll_percent?: string;
  least?: number;
  most?: number;
  step?: number;
  offered?: boolean;
  holds?: { text: string; clause: string }[];
}

export interface PayTable {
  title: string;
  lines: { hand: string; pays: string }[];
  clause: string;
}

/** A spot that is pointed at, and where its card is to stand. */
export interface HoveredWager {
  card: WagerInfo;
  at: DOMRect;
  /** The position that it belongs to. */
  around: DOMRect;
  /** Where one's own chips and sums are, which it is not to hide. */
  own: DOMRect[];
  now: string;
  clause: string;
}

const HOVER = 150;
const LONG_PRESS = 450;

export class BettingLayout {
  spots = $state.raw<WagerInfo[]>([]);
  tables = $state.raw<PayTable[]>([]);
  printed = $state.raw<string[]>([]);
  pointed = $state.raw<HoveredWager | null>(null);
  #timer = 0;

  constructor(readonly table: number) {
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const found = await api(`/api/tables/${this.table}/layout`);
      this.spots = found.spots;
      this.tables = found.tables;
      this.printed = found.printed;
    } catch {
      // The spots can be used without their cards; the reason stands where the dealer speaks when it matters.
    }
  }

  /** What a card wager costs takes a moment to count; whoever shows it asks for it. */
  async reckon(name: string): Promise<void> {
    const card = this.spots.find((one) => one.name === name);
    if (!card || card.edge) return;
    const found = await api<WagerInfo>(`/api/tables/${this.table}/cost/${name}`).catch(() => null);
    if (found) this.spots = this.spots.map((one) => (one.name === name ? { ...one, ...found } : one));
  }

  spot(kind: string, number = 0): WagerInfo | undefined {
    return this.spots.find((one) => one.kind === kind && (one.number ?? 0) === number);
  }

  show(node: HTMLElement, card: WagerInfo, now: string, clause: string): void {
    const own = [...document.querySelectorAll("[data-own]")].map((one) => one.getBoundingClientRect());
    const around = (node.closest("[role=group]") ?? node).getBoundingClientRect();
    this.pointed = { card, at: node.getBoundingClientRect(), around, own, now, clause };
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.pointed = null;
  }

  later(what: () => void, after: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(what, after);
  }
}

export interface PopoverRequest {
  layout: BettingLayout;
  card: WagerInfo | undefined;
  /** What holds now, and by which clause. */
  now: string;
  clause: string;
}

/** The card of a spot: after a moment's hover, at once with the focus of a keyboard, or by a long press. */
export function wagerPopover(node: HTMLElement, given: () => PopoverRequest): { destroy: () => void } {
  const { layout } = given();
  let pressed = false;
  const show = (): void => {
    const { card, now, clause } = given();
    if (card) layout.show(node, card, now, clause);
  };
  const over = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") layout.later(show, HOVER);
  };
  const out = (): void => layout.hide();
  const focus = (): void => {
    if (node.matches(":focus-visible")) show();
  };
  const down = (event: PointerEvent): void => {
    pressed = false;
    if (event.pointerType !== "mouse")
      layout.later(() => {
        pressed = true;
        show();
      }, LONG_PRESS);
  };
  const click = (event: MouseEvent): void => {
    if (pressed) {
      // A long press asks; it puts no chip down.
      event.stopImmediatePropagation();
      event.preventDefault();
    } else layout.hide();
    pressed = false;
  };
  const menu = (event: Event): void => event.preventDefault();
  node.addEventListener("pointerenter", over);
  node.addEventListener("pointerleave", out);
  node.addEventListener("pointercancel", out);
  node.addEventListener("pointerdown", down);
  node.addEventListener("contextmenu", menu);
  node.addEventListener("focus", focus);
  node.addEventListener("blur", out);
  node.addEventListener("click", click, { capture: true });
  return {
    destroy: () => {
      if (layout.pointed) layout.hide();
    },
  };
}

const KEY = Symbol("layout");
export const provideBettingLayout = (layout: BettingLayout): BettingLayout => setContext(KEY, layout);
export const useBettingLayout = (): BettingLayout => getContext(KEY);
