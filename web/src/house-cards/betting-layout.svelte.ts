/** Betting layout of a house game, fetched once: every spot with its pay-off and house edge. */

import type { BettingLayoutResponse, Pays, WagerCost } from "../lib/api";
import { getContext, setContext } from "svelte";
import { api } from "../lib/http";

/** Hovered or focused spot, with what the popover needs to place itself. */
export interface HoveredWager {
  card: WagerCost;
  at: DOMRect;
  /** Bounds of the betting position that the spot belongs to. */
  around: DOMRect;
  /** Bounds of the user's own chips and totals, which the popover should not cover. */
  own: DOMRect[];
  now: string;
  clause: string;
}

const HOVER_MS = 150;
const LONG_PRESS_MS = 450;

export class BettingLayout {
  spots = $state.raw<WagerCost[]>([]);
  tables = $state.raw<Pays[]>([]);
  printed = $state.raw<string[]>([]);
  pointed = $state.raw<HoveredWager | null>(null);
  #timer = 0;

  constructor(readonly table: number) {
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const answer = await api<BettingLayoutResponse>(`/api/tables/${this.table}/layout`);
      this.spots = answer.spots;
      this.tables = answer.tables;
      this.printed = answer.printed;
    } catch {
      // The spots work without their popovers; a refused bet shows the reason.
    }
  }

  /** Fetch the house edge of a card wager, which the server computes on request. */
  async loadEdge(name: string): Promise<void> {
    const card = this.spots.find((spot) => spot.name === name);
    if (!card || card.edge) return;
    const figures = await api<WagerCost>(`/api/tables/${this.table}/cost/${name}`).catch(() => null);
    if (figures) this.spots = this.spots.map((spot) => (spot.name === name ? { ...spot, ...figures } : spot));
  }

  spot(kind: string, number = 0): WagerCost | undefined {
    return this.spots.find((spot) => spot.kind === kind && (spot.number ?? 0) === number);
  }

  show(node: HTMLElement, card: WagerCost, now: string, clause: string): void {
    const own = [...document.querySelectorAll("[data-own]")].map((element) => element.getBoundingClientRect());
    const around = (node.closest("[role=group]") ?? node).getBoundingClientRect();
    this.pointed = { card, at: node.getBoundingClientRect(), around, own, now, clause };
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.pointed = null;
  }

  schedule(action: () => void, delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(action, delay);
  }
}

export interface PopoverRequest {
  layout: BettingLayout;
  card: WagerCost | undefined;
  /** What the spot accepts now, and the clause. */
  now: string;
  clause: string;
}

/** Svelte action: show the popover of a spot on hover (delayed), keyboard focus or long press. */
export function wagerPopover(node: HTMLElement, request: () => PopoverRequest): { destroy: () => void } {
  const { layout } = request();
  let pressed = false;
  const show = (): void => {
    const { card, now, clause } = request();
    if (card) layout.show(node, card, now, clause);
  };
  const onEnter = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") layout.schedule(show, HOVER_MS);
  };
  const onLeave = (): void => layout.hide();
  const onFocus = (): void => {
    if (node.matches(":focus-visible")) show();
  };
  const onDown = (event: PointerEvent): void => {
    pressed = false;
    if (event.pointerType !== "mouse")
      layout.schedule(() => {
        pressed = true;
        show();
      }, LONG_PRESS_MS);
  };
  const onClick = (event: MouseEvent): void => {
    if (pressed) {
      // A long press shows the popover and does not bet.
      event.stopImmediatePropagation();
      event.preventDefault();
    } else layout.hide();
    pressed = false;
  };
  const onContextMenu = (event: Event): void => event.preventDefault();
  node.addEventListener("pointerenter", onEnter);
  node.addEventListener("pointerleave", onLeave);
  node.addEventListener("pointercancel", onLeave);
  node.addEventListener("pointerdown", onDown);
  node.addEventListener("contextmenu", onContextMenu);
  node.addEventListener("focus", onFocus);
  node.addEventListener("blur", onLeave);
  node.addEventListener("click", onClick, { capture: true });
  return {
    destroy: () => {
      if (layout.pointed) layout.hide();
    },
  };
}

const KEY = Symbol("layout");
export const provideBettingLayout = (layout: BettingLayout): BettingLayout => setContext(KEY, layout);
export const useBettingLayout = (): BettingLayout => getContext(KEY);
