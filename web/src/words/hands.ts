/** Words of this page; `words/index.ts` is the whole catalogue. */
export const hands = {} as const;
