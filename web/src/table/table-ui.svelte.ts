/**
 * What a reader does at one table beside playing: sheets that are open, a clause that is open, a refusal that is
 * shown. The shell makes one and gives it to everything inside by context.
 */

import { getContext, setContext } from "svelte";
import { screenReader } from "../lib/screen-reader.svelte";
import type { AnswerFrame, Choice } from "../lib/protocol";
import { room, type WatchedTable } from "../lib/room-connection.svelte";

export type Sheet = "" | "sit" | "seat" | "settings" | "floor" | "keys" | "column";
export type Tab = "dealer" | "book" | "hands" | "chat";

export class TableUi {
  sheet = $state<Sheet>("");
  tab = $state<Tab>("dealer");
  /** The seat that somebody wants; 0: any. */
  wanted = $state(0);
  /** A sheet lies over the bar and the dealer's last call: neither can be reached. */
  covered = $state(false);
  /** How high the felt of a phone is at the least, in pixels: in a lower window the page scrolls under the bar. */
  least = $state(0);
  refusal = $state.raw<AnswerFrame | null>(null);
  /** Cards and seats that a row of the division lights. */
  lit = $state.raw<{ seats: number[]; share: "both" | "high" | "low" }>({ seats: [], share: "both" });

  constructor(readonly watched: () => WatchedTable) {}

  get number(): number {
    return this.watched().snapshot.table_id;
  }

  get me(): string {
    return room.me?.person ?? "";
  }

  /** Where the reader sits; 0 if nowhere. */
  get seat(): number {
    return this.watched().seatOf(this.me);
  }

  sit(seat = 0): void {
    this.wanted = seat;
    this.sheet = "sit";
  }

  /** Do something here; what is refused is shown where the dealer speaks, in words of one's own where they are plainer. */
  async do(command: Record<string, unknown>, otherwise = ""): Promise<AnswerFrame> {
    return this.#heard(await room.do(this.number, command), otherwise);
  }

  /** Take one of the choices that are offered now. */
  async choose(choice: Choice, more: Record<string, unknown> = {}): Promise<AnswerFrame> {
    return this.#heard(await room.choose(this.number, choice, more));
  }

  #heard(given: AnswerFrame, otherwise = ""): AnswerFrame {
    // The clause is shown beside the words, and once is enough.
    const said = otherwise || (given.message ?? "").replace(` (${given.clause})`, "");
    const answer = given.ok ? given : { ...given, message: said };
    this.refusal = answer.ok ? null : answer;
    if (!answer.ok && answer.message) screenReader.urge(answer.message);
    return answer;
  }
}

const KEY = Symbol("table");

export const provideTableUi = (desk: TableUi): TableUi => setContext(KEY, desk);
export const useTableUi = (): TableUi => getContext(KEY);
