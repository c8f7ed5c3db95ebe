/** Seconds left on a table's clock, by the room's time; the step is a second where nothing may move. */

import { isStopped, timeLeft } from "./decision-clock";
import { room, type WatchedTable } from "./room-connection.svelte";

export class Countdown {
  left = $state(0);
  share = $state(0);
  /** It stands still for the floor. */
  still = $state(false);
  #timer = 0;

  constructor(watched: () => WatchedTable) {
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
        this.still = !!isStopped(clock, room.now());
      };
      tick();
      this.#timer = window.setInterval(tick, 500);
      return () => clearInterval(this.#timer);
    });
  }
}
