/** Return a bot's name without the word "bot", which its tag already shows. */
export const shortBotName = (name: string): string => name.replace(/ bot( \d+)?$/, "$1");
