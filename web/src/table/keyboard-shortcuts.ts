/**
 * Single-key shortcuts at a table, inactive while the user types or a sheet is open; upper and lower case are
 * equal.
 */

import { onMount } from "svelte";
import type { TableUi } from "./table-ui.svelte";

/** Register a key handler for the component's lifetime; `take` returns whether it used the key. */
export function onShortcut(ui: TableUi, take: (key: string, target: HTMLElement | null) => boolean): void {
  onMount(() => {
    const onKeydown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || ui.sheet) return;
      // Holding an arrow key steps the amount; other keys must not repeat an action.
      if (event.repeat && !event.key.startsWith("Arrow")) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.closest("input:not([type=range]), textarea, select, dialog")) return;
      // Space activates the focused element; elsewhere it is a shortcut.
      if (event.key === " " && target?.closest("button, a, [tabindex], summary")) return;
      if (take(event.key.length === 1 ? event.key.toLowerCase() : event.key, target)) event.preventDefault();
    };
    // After a mouse click the button must not stay focused, or Space would press it again.
    const onClick = (event: MouseEvent): void => {
      if (event.detail && document.activeElement instanceof HTMLButtonElement && !ui.sheet) document.activeElement.blur();
    };
    window.addEventListener("keydown", onKeydown);
    window.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("keydown", onKeydown);
      window.removeEventListener("click", onClick);
    };
  });
}
