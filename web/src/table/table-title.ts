/** What a table is called beside others: by its own name, or by its game and its number. */

import type { TableSnapshot } from "../lib/protocol";
import { gameName } from "../strings/games";
import { table as t } from "../strings/table";

/** A table that is named after its game and its book has no name of its own. */
export const tableTitle = ({ title, book }: TableSnapshot): string => (title.includes(book) ? "" : title);

/** "Omaha hi-lo 8, table 7", "Friday, table 9". */
export const tableLabel = (snapshot: TableSnapshot): string =>
  t.place(tableTitle(snapshot) || gameName(snapshot.game), snapshot.table_id);
