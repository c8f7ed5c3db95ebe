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

export const hasSeat = (table: LobbyTable): boolean => table.taken < table.seats && !table.closing && !table.aside;

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
    else put(table.game, table.name, table.about, false, table);
  }
  return [...found.values()];
}

/** The table that somebody is led to: where most people sit and a seat is open. */
export function quickSeat(tables: readonly LobbyTable[], wanted: TableFilter): LobbyTable | null {
  const open = tables.filter((table) => !table.private && !table.mine && hasSeat(table) && matchesFilter(table, wanted));
  const people = (table: LobbyTable): number => table.taken - (table.bots ?? 0);
  return open.sort((one, other) => people(other) - people(one) || other.taken - one.taken || one.table - other.table)[0] ?? null;
}

/** What a row is headed: the table's own title, unless that only repeats its game. */
export const rowTitle = (table: LobbyTable): string =>
  table.title.startsWith(table.name) || /^table \d+$/.test(table.title) ? t.tableNumber(table.table) : table.title;

export const filterChoices = (tables: readonly LobbyTable[], of: "book" | "stakes"): string[] =>
  [...new Set(tables.filter((table) => !table.private).map((table) => table[of]))].sort((one, other) =>
    one.localeCompare(other, "en", { numeric: true }),
  );
