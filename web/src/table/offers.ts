/** A choice in the dealer's words. */

import { table as t } from "../words/table";

export const offered = (choice: Record<string, any>): string => (choice.do === "draw" ? t.throwAny : (choice.words ?? ""));
