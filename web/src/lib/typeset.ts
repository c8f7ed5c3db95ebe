/** Words of the server as they are set on the page: curled apostrophes, and 10 where the cards say so. */

const RANKS = /(?<![\p{L}\d])[2-9TJQKA](?:-[2-9TJQKA])+(?![\p{L}\d])/gu;

export const typeset = (text: string): string =>
  text
    .replace(RANKS, (ranks) => ranks.replaceAll("T", "10"))
    .replace(/(^|[\s(\[])'/g, "$1‘")
    .replaceAll("'", "’");
