/** Draft of a table's sign; the server validates every change against the book. */

import type { GameSummary, SignDraftResponse, SignField, SignProblem } from "../lib/api";
import { api } from "../lib/http";
import { room } from "../lib/room-connection.svelte";

export const fetchGames = (): Promise<GameSummary[]> => api<GameSummary[]>("/api/games");

export const fetchForm = (
  game: string,
  book: string,
  values: Record<string, unknown> = {},
  settings: Record<string, unknown> = {},
): Promise<SignDraftResponse> => api<SignDraftResponse>("/api/signs", { game, book, values, settings });

export class SignDraft {
  game = $state("");
  book = $state("");
  values = $state.raw<Record<string, any>>({});
  settings = $state.raw<Record<string, any>>({});
  form = $state.raw<SignDraftResponse | null>(null);
  error = $state("");
  #requestCount = 0;

  /** Select a game and book, and reset the form to their defaults. */
  choose(game: string, book: string): void {
    this.game = game;
    this.book = book;
    this.values = {};
    const { title } = this.settings;
    this.settings = title ? { title } : {};
    void this.validate();
  }

  /** Select a game of the list under the wanted book, or else the first book that has it. */
  pick(games: readonly GameSummary[], game: string | null, book: string | null): void {
    const selected = games.find((candidate) => candidate.game === game) ?? games[0];
    if (selected) this.choose(selected.game, selected.books.find((candidate) => candidate === book) ?? selected.books[0] ?? "");
  }

  setValue(name: string, value: unknown): void {
    // Limits are sent as a pair, and a new betting structure starts with its default limits.
    const limits = name === "low" || name === "high" ? { low: this.value("low"), high: this.value("high") } : {};
    this.values = { ...this.values, ...limits, [name]: value };
    if (name === "structure") {
      const { low, high, ...rest } = this.values;
      this.values = rest;
    }
    void this.validate();
  }

  setSetting(name: string, value: unknown): void {
    const { [name]: old, ...rest } = this.settings;
    this.settings = value === "" || value === null ? rest : { ...rest, [name]: value };
    void this.validate();
  }

  /** Return the problem of a field. */
  problem(name: string): SignProblem | null {
    const problem = this.form?.problem;
    return problem?.field === name ? problem : null;
  }

  /** Replace the game's id in a text by its name. */
  withGameName(text: string): string {
    return this.form ? text.replaceAll(this.form.game, this.form.name) : text;
  }

  field(name: string): SignField | undefined {
    return this.form?.fields.find((field) => field.name === name);
  }

  value(name: string): any {
    return this.values[name] ?? this.field(name)?.value;
  }

  async validate(): Promise<void> {
    const request = ++this.#requestCount;
    try {
      const form = await fetchForm(this.game, this.book, this.values, this.settings);
      if (request === this.#requestCount) [this.form, this.error] = [form, ""];
    } catch (error) {
      if (request === this.#requestCount) this.error = (error as Error).message;
    }
  }
}

/** Open the drafted table; return its number, or the reason of a refusal. */
export async function openTable(form: SignDraftResponse, home: boolean): Promise<{ table: number; error: string }> {
  const { game, sign, settings } = form;
  const answer = await room.do(0, { do: home ? "open-home-game" : "open-table", game, sign, settings });
  return { table: Number(answer.created?.table_id ?? 0), error: answer.message ?? "" };
}
