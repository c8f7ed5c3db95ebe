/** A bot's name without the word that its tag says already. */
export const shortName = (name: string): string => name.replace(/ bot( \d+)?$/, "$1");
