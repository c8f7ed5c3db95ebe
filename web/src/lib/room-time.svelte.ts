/** Reactive clock of the room's time, updated four times a second. */

import { room } from "./room-connection.svelte";

class Ticker {
  now = $state(room.now());

  /** Return the whole seconds until a time of the room, at least 0. */
  until(moment: number): number {
    return Math.max(0, Math.ceil((moment - this.now) / 1000));
  }
}

export const roomTime = new Ticker();
// Stop the clock while the connection is lost, because the remaining time is unknown.
setInterval(() => {
  if (room.status !== "lost") roomTime.now = room.now();
}, 250);
