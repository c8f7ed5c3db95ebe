/** Svelte transition for dealt cards and pushed chips; instant if motion is turned off. */

import type { TransitionConfig } from "svelte/transition";
import { motionAllowed } from "../lib/settings.svelte";

const DEAL = 320;
const STAGGER = 60;

/** Approximation of cubic-bezier(.2,.7,.2,1). */
const ease = (t: number): number => 1 - (1 - t) ** 3;

export interface Flight {
  /** Start of the flight, in px relative to its end. */
  from: readonly [number, number];
  order?: number;
}

export function fly(_node: Element, { from, order = 0 }: Flight): TransitionConfig {
  const isInstant = !motionAllowed();
  return {
    duration: isInstant ? 0 : DEAL,
    delay: isInstant ? 0 : order * STAGGER,
    easing: ease,
    css: (t, u) => `translate: ${from[0] * u}px ${from[1] * u}px; opacity: ${Math.min(1, t * 3)}`,
  };
}
