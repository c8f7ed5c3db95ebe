/** Client-side routes: path patterns and the pages they load on first use. */

import type { Component } from "svelte";

export interface Page {
  path: RegExp;
  load: () => Promise<{ default: Component<any> }>;
  /** Whether the page brings its own header and is rendered without the top bar and tab bar. */
  bare?: boolean;
}

export const PAGES: readonly Page[] = [
  { path: /^\/$/, load: () => import("./pages/Lobby.svelte") },
  { path: /^\/table\/(?<table>\d+)$/, load: () => import("./pages/TablePage.svelte"), bare: true },
  { path: /^\/home$/, load: () => import("./pages/HomeGames.svelte") },
  { path: /^\/open$/, load: () => import("./pages/OpenTable.svelte") },
  { path: /^\/home\/(?<code>[^/]+)$/, load: () => import("./pages/JoinHomeGame.svelte") },
  { path: /^\/host\/(?<table>\d+)$/, load: () => import("./pages/HostHomeGame.svelte"), bare: true },
  { path: /^\/hands$/, load: () => import("./pages/PastHands.svelte") },
  { path: /^\/hands\/(?<table>\d+)\/(?<number>\d+|hand-\d+)$/, load: () => import("./pages/Replay.svelte"), bare: true },
  { path: /^\/shared\/(?<code>[^/]+)$/, load: () => import("./pages/Replay.svelte"), bare: true },
  { path: /^\/books$/, load: () => import("./pages/Rulebooks.svelte") },
  { path: /^\/books\/(?<book>[^/]+)\/(?<clause>.+)$/, load: () => import("./pages/ClausePage.svelte") },
  { path: /^\/settle$/, load: () => import("./pages/SettleShowdown.svelte"), bare: true },
  { path: /^\/ask$/, load: () => import("./pages/AskRulebooks.svelte") },
  { path: /^\/learn$/, load: () => import("./pages/Learn.svelte") },
  { path: /^\/odds$/, load: () => import("./pages/Odds.svelte") },
  { path: /^\/account$/, load: () => import("./pages/Account.svelte") },
  { path: /^\/floor\/decks(\/(?<table>\d+))?$/, load: () => import("./pages/FloorDecks.svelte") },
  { path: /^\/floor(\/(?<table>\d+))?$/, load: () => import("./pages/Floor.svelte") },
  { path: /^\/audit$/, load: () => import("./pages/Audit.svelte") },
];

export interface PageMatch {
  page: Page;
  params: Record<string, string>;
}

export function matchPage(path: string): PageMatch | null {
  for (const page of PAGES) {
    const match = page.path.exec(path);
    if (!match) continue;
    const groups = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
    try {
      return { page, params: Object.fromEntries(groups.map(([key, value]) => [key, decodeURIComponent(value)])) };
    } catch {
      // The path ends in the middle of a percent-encoded character.
      return null;
    }
  }
  return null;
}
