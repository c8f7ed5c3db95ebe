/** Groups and filters of the lobby's table list. */

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
  /** Whether the group has tables of several games, so that each row names its game. */
  mixed: boolean;
}

export const hasSeat = (table: LobbyTable): boolean => table.seats_taken < table.seats && !table.closing && !table.quarantined;

export function matchesFilter(table: LobbyTable, filter: TableFilter): boolean {
  return (
    (!filter.family || table.family === filter.family) &&
    (!filter.game || table.game === filter.game) &&
    (!filter.book || table.book === filter.book) &&
    (!filter.stakes || table.stakes === filter.stakes) &&
    (!filter.open || hasSeat(table))
  );
}

const isHouseGame = (table: LobbyTable): boolean => table.family === "house" || table.family === "dice";

/** Group the tables in the room's order: home games first, house games together. */
export function groupTables(tables: readonly LobbyTable[]): Group[] {
  const groups = new Map<string, Group>();
  const add = (key: string, name: string, about: string, mixed: boolean, table: LobbyTable): void => {
    const group = groups.get(key) ?? { key, name, about, mixed, tables: [] };
    group.tables.push(table);
    groups.set(key, group);
  };
  for (const table of tables) if (table.private) add("home", t.homeGames, t.byLink, true, table);
  for (const table of tables) {
    if (table.private) continue;
    if (isHouseGame(table)) add("bank", t.houseAndDice, t.againstTheBank, true, table);
    else add(table.game, table.game_name, table.game_summary, false, table);
  }
  return [...groups.values()];
}

/** Return the table for a quick seat: the one with most people among those with an open seat. */
export function quickSeat(tables: readonly LobbyTable[], filter: TableFilter): LobbyTable | null {
  const open = tables.filter((table) => !table.private && !table.is_yours && hasSeat(table) && matchesFilter(table, filter));
  const people = (table: LobbyTable): number => table.seats_taken - (table.bots ?? 0);
  return open.sort((a, b) => people(b) - people(a) || b.seats_taken - a.seats_taken || a.table_id - b.table_id)[0] ?? null;
}

/** Return the heading of a table's row: its title, or its number if the title only repeats the game. */
export const rowTitle = (table: LobbyTable): string =>
  table.title.startsWith(table.game_name) || /^table \d+$/.test(table.title) ? t.tableNumber(table.table_id) : table.title;

export const filterChoices = (tables: readonly LobbyTable[], field: "book" | "stakes"): string[] =>
  [...new Set(tables.filter((table) => !table.private).map((table) => table[field]))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
