import { describe, expect, it } from "vitest";
import { ringPoints } from "./seat-ring";

describe("seats on the rim", () => {
  it("begin with yours at the bottom", () => {
    for (const seats of [2, 6, 9, 10]) {
      const [x, y] = ringPoints(seats, 400, 250)[0]!;
      expect(x).toBeCloseTo(0, 1);
      expect(y).toBeCloseTo(250, 1);
    }
  });

  it("mirror one another, left and right", () => {
    const points = ringPoints(9, 400, 250);
    for (let seat = 1; seat < 9; seat++) {
      expect(points[seat]![0]).toBeCloseTo(-points[9 - seat]![0], -1);
      expect(points[seat]![1]).toBeCloseTo(points[9 - seat]![1], -1);
    }
  });
});
