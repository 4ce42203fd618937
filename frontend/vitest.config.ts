import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  test: {
    include: ['src/**/*.test.ts'],
    // A zone far from UTC shows where a local time is taken for another.
    env: { TZ: 'America/Los_Angeles' },
    // No test leaves its page: a link that nobody takes goes nowhere.
    environmentOptions: {
      happyDOM: {
        settings: {
          navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true, disableFallbackToSetURL: true },
        },
      },
    },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
