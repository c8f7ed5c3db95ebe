/** Single keys at a table: none while somebody types, none behind an open sheet. */

import { onMount } from "svelte";
import type { TableDesk } from "../table/desk.svelte";

/** `take` says whether it had a use for the key. */
export function onKeys(desk: TableDesk, take: (key: string) => boolean): void {
  onMount(() => {
    const heard = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented || desk.sheet) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.closest("input, textarea, select")) return;
      // Space and Enter press what has the focus; elsewhere they are the table's.
      if (event.key === " " && target?.closest("button, a, [tabindex], summary")) return;
      if (take(event.key.toLowerCase())) event.preventDefault();
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
