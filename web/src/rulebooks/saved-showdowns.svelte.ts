/** Showdowns saved in this browser. */

import type { ShowdownLayout } from "./showdown-draft.svelte";

export interface SavedShowdown extends ShowdownLayout {
  id: number;
  when: number;
}

const KEY = "hoyle.showdowns";
const MOST = 50;

function read(): SavedShowdown[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as SavedShowdown[]) : [];
  } catch {
    return [];
  }
}

class SavedHands {
  all = $state.raw<SavedShowdown[]>(read());

  /** Save a showdown as the first of the list, and drop the oldest if there are too many. */
  save(layout: ShowdownLayout, when: number): void {
    const id = Math.max(0, ...this.all.map((each) => each.id)) + 1;
    this.#keep([{ ...layout, id, when }, ...this.all].slice(0, MOST));
  }

  remove(id: number): void {
    this.#keep(this.all.filter((each) => each.id !== id));
  }

  #keep(all: SavedShowdown[]): void {
    this.all = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Without local storage the list lasts until the page is closed.
    }
  }
}

export const savedShowdowns = new SavedHands();
