/** User settings, kept in this browser. */

export interface Settings {
  theme: "auto" | "light" | "dark";
  deck: "2" | "4";
  sound: boolean;
  motion: boolean;
  notify: boolean;
  coach: boolean;
}

const KEY = "hoyle.settings";
const DEFAULTS: Settings = { theme: "auto", deck: "2", sound: true, motion: true, notify: false, coach: false };

function load(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(load());

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Return whether animations are allowed by the settings and by the system. */
export const motionAllowed = (): boolean => settings.motion && !reducedMotion.matches;

/** Apply the settings to the document element. */
export function applySettings(): void {
  const theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.deck = settings.deck;
  document.documentElement.dataset.motion = motionAllowed() ? "on" : "off";
}

export function setSetting<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without local storage the setting lasts until the page is closed.
  }
  applySettings();
}

dark.addEventListener("change", applySettings);
reducedMotion.addEventListener("change", applySettings);
