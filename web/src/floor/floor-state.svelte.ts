/** State of the floor pages: summaries of every table and details of one, refreshed at an interval. */

import { api } from "../lib/http";
import { room } from "../lib/room-connection.svelte";
import type { FloorTableSummary, FloorTable } from "./types";

export class FloorState {
  /** Null until the first answer. */
  tables = $state.raw<FloorTableSummary[] | null>(null);
  current = $state.raw<FloorTable | null>(null);
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
      this.tables = (await api<{ tables: FloorTableSummary[] }>("/api/floor")).tables;
      this.current = number ? await api<FloorTable>(`/api/floor/${number}`) : null;
      this.error = "";
    } catch (error) {
      this.error = (error as Error).message;
    }
  }
}
