/** Announcements for screen readers: the dealer's calls politely, the user's turn assertively. */

import { untrack } from "svelte";
import { spokenCards } from "./cards";

class Announcer {
  polite = $state("");
  assertive = $state("");

  say(text: string): void {
    this.polite = announcement(untrack(() => this.polite), text);
  }

  sayNow(text: string): void {
    this.assertive = announcement(untrack(() => this.assertive), text);
  }
}

/**
 * Append a space if the text is unchanged, since live regions announce only changes. Callers read the old
 * text untracked, so that announcing does not subscribe them.
 */
const announcement = (previous: string, text: string): string => {
  const spoken = spokenCards(text);
  return previous === spoken ? spoken + "\u00a0" : spoken;
};

export const screenReader = new Announcer();
