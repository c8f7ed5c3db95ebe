/** What a screen reader says by itself: the dealer's calls politely, one's own turn at once. */

import { untrack } from "svelte";

class Announcer {
  polite = $state("");
  assertive = $state("");

  say(text: string): void {
    // The same words twice are two announcements only if the text changes.
    this.polite = untrack(() => this.polite) === text ? text + "\u00a0" : text;
  }

  urge(text: string): void {
    this.assertive = untrack(() => this.assertive) === text ? text + "\u00a0" : text;
  }
}

export const announcer = new Announcer();
