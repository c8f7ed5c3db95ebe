import { afterEach, expect, test, vi } from "vitest";
import { openAnew, opened } from "./chunk-reload";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("a page that cannot be fetched is loaded anew once, and again only after one has come", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  expect(openAnew("/books")).toBe(true);
  expect(openAnew("/books")).toBe(false);
  opened();
  expect(openAnew("/books")).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
