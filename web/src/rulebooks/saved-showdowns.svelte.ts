/** Showdowns saved in this browser. */

import type { ShowdownLayout } from "./showdown-draft.svelte";

export interface SavedShowdown extends ShowdownLayout {
  id: number;
  when: number;
}

const KEY = "hoyle.showdowns";
const MAX_SAVED = 50;

function load(): SavedShowdown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as SavedShowdown[]) : [];
  } catch {
    return [];
  }
}

class SavedHands {
  all = $state.raw<SavedShowdown[]>(load());

  /** Save a showdown as the first of the list, and drop the oldest if there are too many. */
  save(layout: ShowdownLayout, when: number): void {
    const id = Math.max(0, ...this.all.map((showdown) => showdown.id)) + 1;
    this.#store([{ ...layout, id, when }, ...this.all].slice(0, MAX_SAVED));
  }

  remove(id: number): void {
    this.#store(this.all.filter((showdown) => showdown.id !== id));
  }

  #store(showdowns: SavedShowdown[]): void {
    this.all = showdowns;
    try {
      localStorage.setItem(KEY, JSON.stringify(showdowns));
    } catch {
      // Without local storage the list lasts until the page is closed.
    }
  }
}

export const savedShowdowns = new SavedHands();
