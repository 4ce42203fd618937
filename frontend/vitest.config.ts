import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  test: {
    include: ['src/**/*.test.ts'],
    // All files share one process and its modules, so that each is loaded once.
    isolate: false,
    maxWorkers: 1,
    setupFiles: ['testing/setup.ts'],
    // A time zone far from UTC reveals confused local times.
    env: { TZ: 'America/Los_Angeles' },
    // Links in tests lead nowhere.
    environmentOptions: {
      happyDOM: {
        settings: {
          navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true, disableFallbackToSetURL: true },
        },
      },
    },
    // What hangs fails; what is only slow on a busy machine does not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
