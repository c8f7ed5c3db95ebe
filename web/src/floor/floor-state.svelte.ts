/** State of the floor pages: summaries of every table and details of one, refreshed at an interval. */

import { api } from "../lib/http";
import { room } from "../lib/room-connection.svelte";
import type { FloorResponse, FloorTableResponse, FloorTableSummary } from "../lib/api";

export class FloorState {
  /** Null until the first answer. */
  tables = $state.raw<FloorTableSummary[] | null>(null);
  current = $state.raw<FloorTableResponse | null>(null);
  error = $state("");

  constructor(
    readonly table: () => number,
    interval: number,
  ) {
    $effect(() => {
      void room.me;
      void table();
      void this.load();
      const timer = setInterval(() => void this.load(), interval);
      return () => clearInterval(timer);
    });
  }

  async load(): Promise<void> {
    const number = this.table();
    try {
      this.tables = (await api<FloorResponse>("/api/floor")).tables;
      this.current = number ? await api<FloorTableResponse>(`/api/floor/${number}`) : null;
      this.error = "";
    } catch (error) {
      this.error = (error as Error).message;
    }
  }
}
