import { createRawSnippet, flushSync, mount, tick, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import Sheet from "./Sheet.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>something</p>" }));

function opened(onclose: () => void): { sheet: object; dialog: HTMLDialogElement } {
  const sheet = mount(Sheet, { target: document.body, props: { title: "A sheet", open: true, onclose, children } });
  flushSync();
  return { sheet, dialog: document.querySelector("dialog")! };
}

test("a sheet tells that it was closed", async () => {
  const onclose = vi.fn();
  const { sheet, dialog } = opened(onclose);
  dialog.close();
  dialog.dispatchEvent(new Event("close"));
  expect(onclose).toHaveBeenCalled();
  await unmount(sheet);
});

test("a sheet whose page is gone by the time its closing is told has nothing to say", async () => {
  const onclose = vi.fn();
  const { sheet, dialog } = opened(onclose);
  await unmount(sheet);
  await tick();
  expect(() => dialog.dispatchEvent(new Event("close"))).not.toThrow();
  expect(onclose).not.toHaveBeenCalled();
});
