/** Whether the page is as narrow as a phone held upright. */

const query = window.matchMedia("(max-width: 760px)");

class Narrow {
  is = $state(query.matches);

  constructor() {
    query.addEventListener("change", () => (this.is = query.matches));
  }
}

export const narrow = new Narrow();
