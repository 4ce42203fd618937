/** Synthesized sounds of chips and cards; silent unless they are switched on in the settings. */
import type { Event } from '../lib/schema';
import { settings } from '../lib/settings.svelte';

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

type Envelope = { at: number; seconds: number; loudness: number };

/** A volume that begins at once and fades out. */
function fading(audio: AudioContext, { at, seconds, loudness }: Envelope): GainNode {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loudness, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  volume.connect(audio.destination);
  return volume;
}

function tone(audio: AudioContext, pitch: number, envelope: Envelope): void {
  const source = audio.createOscillator();
  source.frequency.value = pitch;
  source.connect(fading(audio, envelope));
  source.start(envelope.at);
  source.stop(envelope.at + envelope.seconds);
}

/** Noise through a filter that moves from one pitch to another: something that slides. */
function slide(audio: AudioContext, from: number, to: number, envelope: Envelope): void {
  hiss ??= noise(audio);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = hiss;
  filter.type = 'bandpass';
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(from, envelope.at);
  filter.frequency.exponentialRampToValueAtTime(to, envelope.at + envelope.seconds);
  source.connect(filter).connect(fading(audio, envelope));
  source.start(envelope.at);
  source.stop(envelope.at + envelope.seconds);
}

function noise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (const index of samples.keys()) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

function play(make: (audio: AudioContext, now: number) => void): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  make(context, context.currentTime);
}

/** E, G sharp, B: a chord, one note after the other. */
const CHORD = [659.26, 830.61, 987.77];
/** Two clay discs that touch twice: pitch, and seconds after the first. */
const CLINKS = [[2_640, 0], [3_920, 0.006], [3_180, 0.042]] as const;

export const sound = {
  card: () => play((audio, now) => slide(audio, 3_200, 1_100, { at: now, seconds: 0.085, loudness: 0.16 })),
  chip: () => play((audio, now) => {
    for (const [pitch, after] of CLINKS) tone(audio, pitch, { at: now + after, seconds: 0.055, loudness: 0.05 });
  }),
  win: () => play((audio, now) => {
    for (const [index, pitch] of CHORD.entries()) tone(audio, pitch, { at: now + index * 0.09, seconds: 0.5, loudness: 0.07 });
  }),
  /** A knock on the table. */
  call: () => play((audio, now) => slide(audio, 420, 140, { at: now, seconds: 0.09, loudness: 0.3 })),
};

/** Play the sound of an event, if it has one; `won` is whether the player has won the round. */
export function playSound(event: Event, won: boolean): void {
  switch (event.type) {
    case 'WagersPlaced':
    case 'Settled':
      return sound.chip();
    case 'Acted':
      return event.multiple > 0 ? sound.chip() : sound.call();
    case 'BetsClosed':
      return sound.call();
    case 'BoardTurned':
    case 'DealerTurned':
      return sound.card();
    case 'MysteryWon':
      return sound.win();
    case 'RoundClosed':
      if (won) sound.win();
  }
}
