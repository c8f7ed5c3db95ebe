/** The room's time as the page shows it, four times a second. */

import { room } from "./room-connection.svelte";

class Ticker {
  now = $state(room.now());

  /** Whole seconds until a moment of the room's time; never below 0. */
  until(moment: number): number {
    return Math.max(0, Math.ceil((moment - this.now) / 1000));
  }
}

export const roomTime = new Ticker();
// While the line is broken nobody here knows what time is left: the clock stands.
setInterval(() => {
  if (room.status !== "lost") roomTime.now = room.now();
}, 250);
