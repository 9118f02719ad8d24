import { defineConfig } from 'vitest/config'

const BROWSER = 'test/**/*.browser.test.ts'

/** What is waited for may take its time on a busy machine. */
const WAITING = { poll: { timeout: 20_000 } }

/** `unit` runs from the sources; `browser` drives a real Chromium or Electron on the build, one file at a time, after it. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          expect: WAITING,
          include: ['test/**/*.test.ts'],
          exclude: [BROWSER],
          // Long enough for the longest on a busy machine: this ends what hangs, it measures nothing.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          expect: WAITING,
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
