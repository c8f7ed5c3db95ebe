/** The tables of the lobby as they are listed: in groups, by what a reader looks for. */

import type { LobbyTable } from "../lib/protocol";
import { lobby as t } from "../strings/lobby";

export interface TableFilter {
  family: string;
  game: string;
  book: string;
  stakes: string;
  open: boolean;
}

export const NO_FILTER: TableFilter = { family: "", game: "", book: "", stakes: "", open: false };

export interface Group {
  key: string;
  name: string;
  about: string;
  tables: LobbyTable[];
  /** Tables of several games: each says which. */
  mixed: boolean;
}

export const hasSeat = (table: LobbyTable): boolean => table.seats_taken < table.seats && !table.closing && !table.quarantined;

export function matchesFilter(table: LobbyTable, wanted: TableFilter): boolean {
  return (
    (!wanted.family || table.family === wanted.family) &&
    (!wanted.game || table.game === wanted.game) &&
    (!wanted.book || table.book === wanted.book) &&
    (!wanted.stakes || table.stakes === wanted.stakes) &&
    (!wanted.open || hasSeat(table))
  );
}

const againstTheBank = (table: LobbyTable): boolean => table.family === "house" || table.family === "dice";

/** In the room's own order; games against the bank stand together, and home games before all others. */
export function groupTables(tables: readonly LobbyTable[]): Group[] {
  const found = new Map<string, Group>();
  const put = (key: string, name: string, about: string, mixed: boolean, table: LobbyTable): void => {
    const group = found.get(key) ?? { key, name, about, mixed, tables: [] };
    group.tables.push(table);
    found.set(key, group);
  };
  for (const table of tables) if (table.private) put("home", t.homeGames, t.byLink, true, table);
  for (const table of tables) {
    if (table.private) continue;
    if (againstTheBank(table)) put("bank", t.houseAndDice, t.againstTheBank, true, table);
    else put(table.game, table.game_name, table.game_summary, false, table);
  }
  return [...found.values()];
}

/** The table that somebody is led to: where most people sit and a seat is open. */
export function quickSeat(tables: readonly LobbyTable[], wanted: TableFilter): LobbyTable | null {
  const open = tables.filter((table) => !table.private && !table.is_yours && hasSeat(table) && matchesFilter(table, wanted));
  const people = (table: LobbyTable): number => table.seats_taken - (table.bots ?? 0);
  return open.sort((one, other) => people(other) - people(one) || other.seats_taken - one.seats_taken || one.table_id - other.table_id)[0] ?? null;
}

/** What a row is headed: the table's own title, unless that only repeats its game. */
export const rowTitle = (table: LobbyTable): string =>
  table.title.startsWith(table.game_name) || /^table \d+$/.test(table.title) ? t.tableNumber(table.table_id) : table.title;

export const filterChoices = (tables: readonly LobbyTable[], of: "book" | "stakes"): string[] =>
  [...new Set(tables.filter((table) => !table.private).map((table) => table[of]))].sort((one, other) =>
    one.localeCompare(other, "en", { numeric: true }),
  );
