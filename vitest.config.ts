import { defineConfig } from 'vitest/config'

const BROWSER = 'test/**/*.browser.test.ts'

/** `unit` runs from the sources; `browser` drives a real Chromium or Electron on the build, one file at a time, after it. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [BROWSER],
          testTimeout: 30_000,
          // What is awaited comes in its own time on a busy machine; a second, the default, is not always enough.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          include: [BROWSER],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    benchmark: { include: ['test/**/*.bench.ts'] },
  },
})
