/**
 * UI state of one table beside the game itself: open sheet and tab, the last refusal, highlighted seats.
 * Created by TableShell and provided to its children as context.
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
  /** Seat that the user wants to take; 0 for any. */
  wantedSeat = $state(0);
  /** Whether a sheet covers the action bar and the dealer's last announcement, which are then inert. */
  covered = $state(false);
  /** Minimum height of the felt on phones, in px; in a lower window the page scrolls. */
  minFeltHeight = $state(0);
  refusal = $state.raw<AnswerFrame | null>(null);
  /** Seats and share highlighted by a row of the pot division. */
  highlight = $state.raw<{ seats: number[]; share: "both" | "high" | "low" }>({ seats: [], share: "both" });

  constructor(readonly watched: () => WatchedTable) {}

  get number(): number {
    return this.watched().snapshot.table_id;
  }

  get me(): string {
    return room.me?.person ?? "";
  }

  /** The user's seat; 0 if they have none. */
  get seat(): number {
    return this.watched().seatOf(this.me);
  }

  sit(seat = 0): void {
    this.wantedSeat = seat;
    this.sheet = "sit";
  }

  /** Send a command. A refusal is shown in the transcript, in the words of `otherwise` if given. */
  async do(command: Record<string, unknown>, refusalText = ""): Promise<AnswerFrame> {
    return this.#showRefusal(await room.do(this.number, command), refusalText);
  }

  /** Send one of the choices offered now. */
  async choose(choice: Choice, fields: Record<string, unknown> = {}): Promise<AnswerFrame> {
    return this.#showRefusal(await room.choose(this.number, choice, fields));
  }

  #showRefusal(frame: AnswerFrame, refusalText = ""): AnswerFrame {
    // The clause is shown beside the message; remove it from the text.
    const message = refusalText || (frame.message ?? "").replace(` (${frame.clause})`, "");
    const answer = frame.ok ? frame : { ...frame, message };
    this.refusal = answer.ok ? null : answer;
    if (!answer.ok && answer.message) screenReader.sayNow(answer.message);
    return answer;
  }
}

const KEY = Symbol("table");

export const provideTableUi = (ui: TableUi): TableUi => setContext(KEY, ui);
export const useTableUi = (): TableUi => getContext(KEY);
