/** Return a free seat for a bot, if possible one that nobody has requested. */
export function seatForBot(seats: number, taken: readonly number[], requested: readonly number[]): number | undefined {
  const free = Array.from({ length: seats }, (_, index) => index + 1).filter((seat) => !taken.includes(seat));
  return free.find((seat) => !requested.includes(seat)) ?? free[0];
}
