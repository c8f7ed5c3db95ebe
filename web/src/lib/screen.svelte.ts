/** How much room the reader has. */

const narrow = window.matchMedia("(max-width: 760px)");
const low = window.matchMedia("(max-height: 799px)");

class Screen {
  phone = $state(narrow.matches);
  low = $state(low.matches);

  constructor() {
    narrow.addEventListener("change", () => (this.phone = narrow.matches));
    low.addEventListener("change", () => (this.low = low.matches));
  }
}

export const screen = new Screen();
