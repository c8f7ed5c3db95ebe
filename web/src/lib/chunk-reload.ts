/** Pages that could not be fetched are asked for anew, once: a browser may remember that a part was not there. */

const TRIED = "hoyle-anew";

/** Load the page again, from the start; false where that has been tried already. */
export function reloadOnce(path: string): boolean {
  if (sessionStorage.getItem(TRIED) === path) return false;
  sessionStorage.setItem(TRIED, path);
  location.reload();
  return true;
}

/** A page has come: the next that does not may be asked for anew. */
export const pageLoaded = (): void => sessionStorage.removeItem(TRIED);
