/** Words of the server as they are set on the page: curled apostrophes, and 10 where the cards say so. */

const RANKS = /(?<![\p{L}\d])[2-9TJQKA](?:-[2-9TJQKA])+(?![\p{L}\d])/gu;

export const typeset = (text: string): string =>
  text
    .replace(RANKS, (ranks) => ranks.replaceAll("T", "10"))
    .replace(/(^|[\s(\[])'/g, "$1‘")
    .replaceAll("'", "’");

/** What the server words within its own sentences, as a sentence by itself. */
export function sentence(text: string): string {
  const said = typeset(text.trim());
  if (!said) return "";
  return said[0]!.toUpperCase() + said.slice(1) + (/[.!?…]$/.test(said) ? "" : ".");
}
