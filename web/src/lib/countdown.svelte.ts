/** Seconds left on a table's clock, by the room's time; the step is a second where nothing may move. */

import { stands, timeLeft } from "./decision-clock";
import { room, type Watched } from "./room-connection.svelte";

export class Ticking {
  left = $state(0);
  share = $state(0);
  /** It stands still for the floor. */
  still = $state(false);
  #timer = 0;

  constructor(watched: () => Watched) {
    $effect(() => {
      const clock = watched().clock;
      clearInterval(this.#timer);
      if (!clock) {
        this.left = this.share = 0;
        this.still = false;
        return;
      }
      const tick = (): void => {
        const { seconds, share } = timeLeft(clock, room.now());
        this.left = seconds;
        this.share = share;
        this.still = !!stands(clock, room.now());
      };
      tick();
      this.#timer = window.setInterval(tick, 500);
      return () => clearInterval(this.#timer);
    });
  }
}
