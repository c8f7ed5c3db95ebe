/**
 * Geometry of the table's rim: a superellipse with seats at equal arc length, the user at the bottom, others
 * clockwise.
 */

export type Point = readonly [x: number, y: number];

const EXPONENT = 2.5;
const STEPS = 4000;

function rimPoint(angle: number, a: number, b: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [a * Math.sign(c) * Math.abs(c) ** (2 / EXPONENT), b * Math.sign(s) * Math.abs(s) ** (2 / EXPONENT)];
}

/**
 * Return the seats' points relative to the centre; `free` is the share of the rim kept free on each side of
 * the first seat.
 */
export function ringPoints(seats: number, a: number, b: number, free: number = Math.max(1 / seats, 0.115)): Point[] {
  const points: Point[] = [];
  const lengths = [0];
  for (let step = 0; step <= STEPS; step++) {
    const point = rimPoint(Math.PI / 2 + (2 * Math.PI * step) / STEPS, a, b);
    const before = points.at(-1);
    if (before) lengths.push(lengths.at(-1)! + Math.hypot(point[0] - before[0], point[1] - before[1]));
    points.push(point);
  }
  const around = lengths[STEPS]!;
  let step = 0;
  return Array.from({ length: seats }, (_, seat) => {
    const share = seat ? free + ((1 - 2 * free) * (seat - 1)) / Math.max(1, seats - 2) : 0;
    while (lengths[step]! < around * (seats === 2 && seat ? 0.5 : share)) step++;
    return points[step]!;
  });
}

/** Return the SVG path of the rim, or of a line inside it. */
export function rimPath(cx: number, cy: number, a: number, b: number): string {
  const corners = Array.from({ length: 181 }, (_, step) => {
    const [x, y] = rimPoint((step * Math.PI) / 90, a, b);
    return `${(cx + x).toFixed(1)} ${(cy + y).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}
