import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, HttpError } from "./http";

const answer = new Response(JSON.stringify({ tables: 3 }));

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a question that nobody answers is asked again until somebody does", async () => {
  const fetched = vi.fn().mockRejectedValueOnce(new TypeError()).mockRejectedValueOnce(new TypeError()).mockResolvedValue(answer);
  vi.stubGlobal("fetch", fetched);
  const asked = api("/api/tables");
  await vi.runAllTimersAsync();
  expect(await asked).toEqual({ tables: 3 });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("what is to be done is sent once, and who sent it hears that nobody answered", async () => {
  const fetched = vi.fn().mockRejectedValue(new TypeError());
  vi.stubGlobal("fetch", fetched);
  await expect(api("/api/enter", { name: "Ann" })).rejects.toThrow(HttpError);
  expect(fetched).toHaveBeenCalledTimes(1);
});
