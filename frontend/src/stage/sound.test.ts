import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { acted, event, settled } from '../../testing/fixtures';
import { settings } from '../lib/settings.svelte';
import { playSound } from './sound';

let started: string[] = [];
const value = { value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
const node = (name: string) => ({
  frequency: value, gain: value, Q: value, type: '', buffer: null, stop: vi.fn(),
  connect: (next: unknown) => next, start: () => started.push(name),
});

class FakeAudio {
  currentTime = 0;
  sampleRate = 400;
  destination = {};
  createOscillator = () => node('tone');
  createBufferSource = () => node('noise');
  createGain = () => node('gain');
  createBiquadFilter = () => node('filter');
  createBuffer = () => ({ getChannelData: () => new Float32Array(4) });
}

beforeEach(() => {
  started = [];
  vi.stubGlobal('AudioContext', FakeAudio);
});
afterEach(() => {
  settings.sound = false;
});

describe('the sounds', () => {
  it('are off by default', () => {
    expect(settings.sound).toBe(false);
    playSound(settled({}), false);
    expect(started).toEqual([]);
  });
  it('clink for chips, slide for cards, knock for a check and chime for a round that was won', () => {
    settings.sound = true;
    const heard = (one: Parameters<typeof playSound>[0], won = false) => {
      started = [];
      playSound(one, won);
      return started;
    };
    expect(heard(settled({}))).toEqual(['tone', 'tone', 'tone']);
    expect(heard(event('BoardTurned'))).toEqual(['noise']);
    expect(heard(acted({ multiple: -1 }))).toEqual(['noise']);
    expect(heard(acted({ multiple: 4 }))).toHaveLength(3);
    expect(heard(event('RoundClosed'), false)).toEqual([]);
    expect(heard(event('RoundClosed'), true)).toHaveLength(3);
  });
});
