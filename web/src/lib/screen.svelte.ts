/** How much room the reader has. */

const narrow = window.matchMedia("(max-width: 760px)");
const upright = window.matchMedia("(max-width: 1023px)");
const low = window.matchMedia("(max-height: 799px)");

class Screen {
  phone = $state(narrow.matches);
  /** A phone, or a tablet held upright. */
  tablet = $state(upright.matches);
  low = $state(low.matches);

  constructor() {
    narrow.addEventListener("change", () => (this.phone = narrow.matches));
    upright.addEventListener("change", () => (this.tablet = upright.matches));
    low.addEventListener("change", () => (this.low = low.matches));
  }
}

export const screen = new Screen();
