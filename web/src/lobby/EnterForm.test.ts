import { flushSync, mount, tick, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import EnterForm from "./EnterForm.svelte";

const suggestion = vi.hoisted(() => ({ comes: (_: { name: string }): void => undefined }));

vi.mock("../lib/http", () => ({
  api: () => new Promise<{ name: string }>((found) => (suggestion.comes = found)),
}));

function field(): HTMLInputElement {
  return document.querySelector("input")!;
}

test("a name is thought of for whoever has none", async () => {
  const form = mount(EnterForm, { target: document.body, props: { label: "Play as guest", onenter: vi.fn() } });
  suggestion.comes({ name: "Carla" });
  await tick();
  await tick();
  expect(field().value).toBe("Carla");
  await unmount(form);
});

test("a name that was typed meanwhile stays", async () => {
  const form = mount(EnterForm, { target: document.body, props: { label: "Play as guest", onenter: vi.fn() } });
  field().value = "Lola";
  field().dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  suggestion.comes({ name: "Carla" });
  await tick();
  await tick();
  expect(field().value).toBe("Lola");
  await unmount(form);
});
