/** Cards that are dealt and chips that are pushed; nothing moves for who does not want it. */

import type { TransitionConfig } from "svelte/transition";
import { motionAllowed } from "../lib/settings.svelte";

const DEAL = 320;
const STAGGER = 60;

/** cubic-bezier(.2,.7,.2,1), near enough. */
const ease = (t: number): number => 1 - (1 - t) ** 3;

export interface Flight {
  /** Where it comes from, in pixels from where it ends. */
  from: readonly [number, number];
  order?: number;
}

export function fly(_node: Element, { from, order = 0 }: Flight): TransitionConfig {
  const still = !motionAllowed();
  return {
    duration: still ? 0 : DEAL,
    delay: still ? 0 : order * STAGGER,
    easing: ease,
    css: (t, u) => `translate: ${from[0] * u}px ${from[1] * u}px; opacity: ${Math.min(1, t * 3)}`,
  };
}
