/** The seat that a bot takes: not one that somebody is asking for, as long as there is another. */
export function seatForBot(seats: number, taken: readonly number[], asked: readonly number[]): number | undefined {
  const free = Array.from({ length: seats }, (_, at) => at + 1).filter((seat) => !taken.includes(seat));
  return free.find((seat) => !asked.includes(seat)) ?? free[0];
}
