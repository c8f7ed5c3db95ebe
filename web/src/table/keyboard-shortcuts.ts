/** Single keys at a table: none while somebody types, none behind an open sheet; large letters are as good as small. */

import { onMount } from "svelte";
import type { TableUi } from "./table-ui.svelte";

/** `take` says whether it had a use for the key. */
export function onShortcut(desk: TableUi, take: (key: string, target: HTMLElement | null) => boolean): void {
  onMount(() => {
    const heard = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || desk.sheet) return;
      // An amount is stepped as long as its key is held; nothing is done twice by one key.
      if (event.repeat && !event.key.startsWith("Arrow")) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.closest("input:not([type=range]), textarea, select, dialog")) return;
      // Space presses what has the focus; elsewhere it is the table's.
      if (event.key === " " && target?.closest("button, a, [tabindex], summary")) return;
      if (take(event.key.length === 1 ? event.key.toLowerCase() : event.key, target)) event.preventDefault();
    };
    // Who clicks with a mouse does not mean the same button again when he presses Space.
    const clicked = (event: MouseEvent): void => {
      if (event.detail && document.activeElement instanceof HTMLButtonElement && !desk.sheet) document.activeElement.blur();
    };
    window.addEventListener("keydown", heard);
    window.addEventListener("click", clicked);
    return () => {
      window.removeEventListener("keydown", heard);
      window.removeEventListener("click", clicked);
    };
  });
}
