/** Synthesized sounds; silent unless they are switched on in the settings. */
import type { Event } from '../lib/schema';
import { settings } from '../lib/settings.svelte';

let context: AudioContext | null = null;

function click(pitch: number, seconds: number, loudness: number): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, now + seconds);
  volume.gain.setValueAtTime(loudness, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + seconds);
}

export const sound = {
  card: () => click(900, 0.05, 0.06),
  chip: () => click(2400, 0.04, 0.08),
  win: () => click(1200, 0.25, 0.1),
  call: () => click(500, 0.12, 0.06),
};

/** Play the sound of an event, if it has one. */
export function playSound(event: Event): void {
  switch (event.type) {
    case 'WagersPlaced':
    case 'Acted':
      return sound.chip();
    case 'BetsClosed':
      return sound.call();
    case 'BoardTurned':
      return sound.card();
    case 'MysteryWon':
      return sound.win();
    case 'Settled':
      return event.paid ? sound.win() : sound.chip();
  }
}
