/** One-time page reload after a page's chunk could not be loaded: browsers may cache the failed import. */

const TRIED = "hoyle-anew";

/** Reload the page; return false if that was already tried for this path. */
export function reloadOnce(path: string): boolean {
  if (sessionStorage.getItem(TRIED) === path) return false;
  sessionStorage.setItem(TRIED, path);
  location.reload();
  return true;
}

/** Allow another reload after a page has loaded. */
export const pageLoaded = (): void => sessionStorage.removeItem(TRIED);
