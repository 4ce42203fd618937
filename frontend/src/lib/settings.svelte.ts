/** The visitor's settings, stored in this browser. */
export type Settings = {
  speed: 'real' | 'brisk' | 'instant';
  sound: boolean;
  deck: 'two' | 'four';
  index: 'normal' | 'large';
  theme: 'system' | 'light' | 'dark';
  coach: 'off' | 'before' | 'after';
};

const DEFAULTS: Settings = {
  speed: 'brisk',
  sound: false,
  deck: 'two',
  index: 'normal',
  theme: 'system',
  coach: 'off',
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

/** Store the settings whenever they change, and apply the theme. */
export function applySettings(): void {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const dark =
      settings.theme === 'dark' ||
      (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  });
}
