/** Client-side router state: the current path and query, in step with the browser's history. */

class Route {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    window.addEventListener("popstate", () => this.#read());
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const route = new Route();

/** Move the keyboard focus to an element that is not focusable by itself. */
export function focusOn(id: string): void {
  const part = document.getElementById(id);
  if (!part) return;
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus();
}

/** Svelte action for the root element: follow internal links without reloading the page. */
export function clientLinks(node: HTMLElement): { destroy: () => void } {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    if (link.hash && link.pathname === location.pathname && link.search === location.search) {
      focusOn(link.hash.slice(1));
      return;
    }
    route.go(link.pathname + link.search + link.hash);
  };
  node.addEventListener("click", click);
  return { destroy: () => node.removeEventListener("click", click) };
}
