/** Display names of the games, from the registry of the server. */
import { GAMES } from "../lib/games";

export const games: Record<string, string> = Object.fromEntries(Object.entries(GAMES).map(([id, game]) => [id, game.name]));

export const gameName = (game: string): string => games[game] ?? game;
