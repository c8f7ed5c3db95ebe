import { afterEach, expect, test, vi } from "vitest";
import { reloadOnce, pageLoaded } from "./chunk-reload";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("a page that cannot be fetched is loaded anew once, and again only after one has come", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  expect(reloadOnce("/books")).toBe(true);
  expect(reloadOnce("/books")).toBe(false);
  pageLoaded();
  expect(reloadOnce("/books")).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
