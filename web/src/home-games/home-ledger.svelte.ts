/** Ledger of a home game, fetched again whenever chips have moved. */

import type { HomeLedgerResponse, SettlementPayment } from "../lib/api";
import { api } from "../lib/http";

const REFRESH_DELAY_MS = 400;

export class HomeLedger {
  ledger = $state.raw<HomeLedgerResponse | null>(null);
  error = $state("");
  #timer = 0;

  constructor(readonly table: number) {}

  async refresh(): Promise<void> {
    try {
      this.ledger = await api<HomeLedgerResponse>(`/api/tables/${this.table}/ledger`);
      this.error = "";
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  /** Schedule a refresh; several changes in quick succession cause one request. */
  scheduleRefresh(): void {
    if (this.#timer) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      void this.refresh();
    }, REFRESH_DELAY_MS);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }
}

/** Return the chips with their sign: +212, −30, 0. */
export const signed = (chips: number): string => {
  const text = Math.abs(chips).toLocaleString("en");
  return chips > 0 ? `+${text}` : chips < 0 ? `−${text}` : "0";
};

/** Return the results of a group's members, losses first: "−182 and −30 make +212". */
export function groupLabel(group: readonly SettlementPayment[], cancel: (terms: string) => string): string {
  const won = new Map<string, number>();
  for (const { payer, to, chips } of group) {
    won.set(payer, (won.get(payer) ?? 0) - chips);
    won.set(to, (won.get(to) ?? 0) + chips);
  }
  const sums = [...won.values()].sort((a, b) => a - b).map(signed);
  const last = sums.pop() ?? "";
  return cancel([sums.join(", "), last].filter(Boolean).join(" and "));
}

/** Save a text as a CSV file through the browser's download. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
