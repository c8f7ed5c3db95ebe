/** A bot's name without the word that its tag says already. */
export const shortBotName = (name: string): string => name.replace(/ bot( \d+)?$/, "$1");
