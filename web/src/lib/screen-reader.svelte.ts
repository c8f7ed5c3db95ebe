/** What a screen reader says by itself: the dealer's calls politely, one's own turn at once. */

import { untrack } from "svelte";
import { spokenCards } from "./cards";

class Announcer {
  polite = $state("");
  assertive = $state("");

  say(text: string): void {
    this.polite = again(untrack(() => this.polite), text);
  }

  urge(text: string): void {
    this.assertive = again(untrack(() => this.assertive), text);
  }
}

/** The same words twice are two announcements only if the text changes; whoever announces does not listen. */
const again = (before: string, text: string): string => {
  const words = spokenCards(text);
  return before === words ? words + "\u00a0" : words;
};

export const screenReader = new Announcer();
