/** Seconds left on a table's clock, by the room's time; the step is a second where nothing may move. */

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
        const rest = Math.max(0, clock.until - room.now());
        this.left = Math.ceil(rest / 1000);
        this.share = clock.until > clock.since ? rest / (clock.until - clock.since) : 0;
      };
      tick();
      this.#timer = window.setInterval(tick, 500);
      return () => clearInterval(this.#timer);
    });
  }
}
