/** Words of this page; `words/index.ts` is the whole catalogue. */
export const house = {} as const;
