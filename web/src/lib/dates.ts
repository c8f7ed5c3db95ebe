/** Formats of dates and times used by every page. */

const format = (options: Intl.DateTimeFormatOptions): ((time: number) => string) => {
  const formatter = new Intl.DateTimeFormat("en-GB", options);
  return (time) => formatter.format(time);
};

const CLOCK: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };

/** 20:10 */
export const clockTime = format(CLOCK);
/** 17 Nov, 20:10 */
export const day = format({ day: "numeric", month: "short", ...CLOCK });
/** 17 November 2026 */
export const date = format({ day: "numeric", month: "long", year: "numeric" });
/** 17 Nov 2026, 20:10 */
export const moment = format({ day: "numeric", month: "short", year: "numeric", ...CLOCK });
