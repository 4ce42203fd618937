/** What a visitor has chosen for himself; kept in this browser only. */
export type Settings = {
  speed: 'real' | 'brisk' | 'instant';
  sound: boolean;
  deck: 'two' | 'four';
  index: 'normal' | 'large';
  theme: 'system' | 'light' | 'dark';
  coach: 'off' | 'before' | 'after';
};

const USUAL: Settings = {
  speed: 'brisk',
  sound: false,
  deck: 'two',
  index: 'normal',
  theme: 'system',
  coach: 'off',
};
const NAME = 'uth.settings';

function kept(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Settings>) };
  } catch {
    return USUAL;
  }
}

export const settings = $state<Settings>(kept());

/** Keep what was chosen, and let the page follow it. */
export function follow(): void {
  $effect(() => {
    localStorage.setItem(NAME, JSON.stringify(settings));
    const dark =
      settings.theme === 'dark' ||
      (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  });
}
