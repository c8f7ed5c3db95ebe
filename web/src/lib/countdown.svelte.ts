/** Countdown of a table's clock in the room's time. */

import { pauseSecondsLeft, timeLeft } from "./decision-clock";
import { room, type WatchedTable } from "./room-connection.svelte";

export class Countdown {
  left = $state(0);
  share = $state(0);
  /** Whether the floor has paused the clock. */
  isPaused = $state(false);
  #timer = 0;

  constructor(watched: () => WatchedTable) {
    $effect(() => {
      const clock = watched().clock;
      clearInterval(this.#timer);
      if (!clock) {
        this.left = this.share = 0;
        this.isPaused = false;
        return;
      }
      const tick = (): void => {
        const { seconds, share } = timeLeft(clock, room.now());
        this.left = seconds;
        this.share = share;
        this.isPaused = !!pauseSecondsLeft(clock, room.now());
      };
      tick();
      this.#timer = window.setInterval(tick, 500);
      return () => clearInterval(this.#timer);
    });
  }
}
