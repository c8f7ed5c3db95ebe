/** Sounds of the table (card, chip, turn), synthesized with Web Audio after the first user gesture. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function wake(): void {
  if (!settings.sound || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  void context.resume();
}

window.addEventListener("pointerdown", wake);
window.addEventListener("keydown", wake);

function noise(audio: AudioContext, start: number, length: number, pitch: number, volume: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 2;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

function tone(audio: AudioContext, start: number, length: number, pitch: number, volume: number): void {
  const source = audio.createOscillator();
  source.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

export function play(sound: "deal" | "chip" | "turn"): void {
  if (!settings.sound || context?.state !== "running") return;
  const now = context.currentTime;
  if (sound === "deal") {
    noise(context, now, 0.07, 2600, 0.16);
  } else if (sound === "chip") {
    noise(context, now, 0.025, 5200, 0.12);
    tone(context, now, 0.06, 2900, 0.025);
    tone(context, now + 0.045, 0.05, 3300, 0.02);
  } else {
    tone(context, now, 0.32, 660, 0.06);
    tone(context, now + 0.11, 0.42, 880, 0.05);
  }
}
