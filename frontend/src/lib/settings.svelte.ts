/** The visitor's settings, stored in this browser. */
import { MediaQuery } from 'svelte/reactivity';

export type Settings = {
  speed: 'real' | 'brisk' | 'instant';
  sound: boolean;
  deck: 'two' | 'four';
  index: 'normal' | 'large';
  theme: 'system' | 'light' | 'dark';
  coach: 'off' | 'before' | 'after';
  /** Whether folding a made hand asks first. */
  confirmFold: boolean;
  /** The language of the pages; empty for that of the browser. */
  language: string;
  /** Where and with how many bots "Play now" deals, and the buy-in in minimum bets. */
  house: string;
  bots: number;
  buyIn: number;
};

const DEFAULTS: Settings = {
  speed: 'brisk',
  sound: false,
  deck: 'two',
  index: 'large',
  theme: 'system',
  coach: 'off',
  confirmFold: true,
  language: '',
  house: 'cardroom-25',
  bots: 2,
  buyIn: 40,
};
const KEY = 'uth.settings';

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return DEFAULTS;
  }
}

export const settings = $state<Settings>(load());

/** Store the settings whenever they change, and apply theme and deck; the system's theme may change at any time. */
export function applySettings(): void {
  const system = new MediaQuery('(prefers-color-scheme: dark)');
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const dark = settings.theme === 'dark' || (settings.theme === 'system' && system.current);
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
    document.documentElement.dataset['deck'] = settings.deck;
  });
}
