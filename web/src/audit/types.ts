/** Types of the audit page's HTTP answers. */

/** Return a hash in groups of eight characters, which are easier to compare by eye. */
export const groupHash = (hash: string): string => hash.match(/.{1,8}/g)?.join(" ") ?? "";
