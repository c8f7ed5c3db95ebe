/** Seconds left on a table's clock, by the room's time; the step is a second where nothing may move. */

import { timeLeft } from "../lib/clock";
import { room, type Watched } from "../lib/room.svelte";

export class Ticking {
  left = $state(0);
  share = $state(0);
  #timer = 0;

  constructor(watched: () => Watched) {
    $effect(() => {
      const clock = watched().clock;
      clearInterval(this.#timer);
      if (!clock) {
        this.left = this.share = 0;
        return;
      }
      const tick = (): void => {
        const { seconds, share } = timeLeft(clock, room.now());
        this.left = seconds;
        this.share = share;
      };
      tick();
      this.#timer = window.setInterval(tick, 500);
      return () => clearInterval(this.#timer);
    });
  }
}
