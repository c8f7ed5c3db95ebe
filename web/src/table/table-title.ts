/** Titles that tell tables apart: their own, or game and number. */

import type { TableSnapshot } from "../lib/protocol";
import { gameName } from "../strings/games";
import { table as t } from "../strings/table";

/** Return the table's own title, empty if it is only named after its game and book. */
export const tableTitle = ({ title, book }: TableSnapshot): string => (title.includes(book) ? "" : title);

/** Return "Omaha hi-lo 8, table 7" or "Friday, table 9". */
export const tableLabel = (snapshot: TableSnapshot): string =>
  t.place(tableTitle(snapshot) || gameName(snapshot.game), snapshot.table_id);
