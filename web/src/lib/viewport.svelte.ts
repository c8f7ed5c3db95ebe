/** Reactive media queries. */

const narrow = window.matchMedia("(max-width: 760px)");
const small = window.matchMedia("(max-width: 1023px)");
const upright = window.matchMedia("(min-width: 761px) and (max-width: 1023px) and (min-height: 900px)");
const low = window.matchMedia("(max-height: 799px)");

class Screen {
  phone = $state(narrow.matches);
  /** A phone, or a tablet in portrait orientation. */
  tablet = $state(small.matches);
  /** A tablet in portrait orientation, tall enough for the dealer's column below the table. */
  upright = $state(upright.matches);
  low = $state(low.matches);

  constructor() {
    narrow.addEventListener("change", () => (this.phone = narrow.matches));
    small.addEventListener("change", () => (this.tablet = small.matches));
    upright.addEventListener("change", () => (this.upright = upright.matches));
    low.addEventListener("change", () => (this.low = low.matches));
  }
}

export const viewport = new Screen();
