import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** The same engine without a desktop's windows, where it is installed: a page of it opens in a third of the time. */
const BROWSER: Record<string, string> =
  process.env['TOUCHSTONE_CHROMIUM'] === undefined && existsSync(HEADLESS_SHELL)
    ? { TOUCHSTONE_CHROMIUM: HEADLESS_SHELL }
    : {};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/*.test.ts'],
          setupFiles: ['test/property-seed.ts'],
          // A test that hangs is what this is for; a busy machine needs its room.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Threads that share their modules: a third of the time. Tests keep what they change to themselves.
          pool: 'threads',
          isolate: false,
          maxWorkers: availableParallelism(),
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/property-seed.ts'],
          // Only a test that hangs takes as long, also beside four other busy programs.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 30_000 } },
          // Two at a time: each starts processes of its own, and three keep each other waiting on two cores.
          maxWorkers: 2,
          // Two processes for all files, which load the program and learn what they test with once: a quarter of the time. Tests keep
          // what they change to themselves.
          isolate: false,
          // The built program runs as it was built: read and rewritten by vitest it takes twice as long to load, once a file.
          server: { deps: { external: [/\/dist\//] } },
          env: BROWSER,
        },
      },
    ],
  },
});
