/** State of the floor pages: summaries of every table and details of one, refreshed at an interval. */

import { api } from "../lib/http";
import { room } from "../lib/room-connection.svelte";
import type { FloorTableSummary, FloorTable } from "./types";

export class FloorState {
  /** Null until the first answer. */
  lines = $state.raw<FloorTableSummary[] | null>(null);
  at = $state.raw<FloorTable | null>(null);
  refused = $state("");

  constructor(
    readonly table: () => number,
    again: number,
  ) {
    $effect(() => {
      void room.me;
      void table();
      void this.look();
      const timer = setInterval(() => void this.look(), again);
      return () => clearInterval(timer);
    });
  }

  async look(): Promise<void> {
    const number = this.table();
    try {
      this.lines = (await api<{ tables: FloorTableSummary[] }>("/api/floor")).tables;
      this.at = number ? await api<FloorTable>(`/api/floor/${number}`) : null;
      this.refused = "";
    } catch (error) {
      this.refused = (error as Error).message;
    }
  }
}
