import { defineConfig } from 'vitest/config'
import { SharedWorkersLast } from './test/shared-workers-last'

const PURE =
  'test/{main/{account,backends,circuits,contract,jobs,modules,qec,runs,sequencer,simulation,store,studies},renderer}/**'
const BROWSER = 'test/**/*.browser.test.ts'
const SOAK = 'test/**/*.soak.test.ts'

/** What is waited for may take its time on a busy machine. */
const WAITING = { poll: { timeout: 20_000 } }

/** One more than the cores that this needs: tests also wait, for pages, instruments and threads. */
const WORKERS = 3

/** With PENTAD_TEST_COST each file adds what it cost to the file of that name. */
const SETUP = process.env.PENTAD_TEST_COST ? ['test/record-cost.ts'] : []

/** A young generation that holds what a computation leaves behind, so that less of it is moved. */
const EXEC_ARGV = ['--max-semi-space-size=32']

/**
 * `pure` tests what leaves nothing behind in its process: its files share one, and the modules that are loaded once. `unit` tests
 * the rest from the sources, each file in a process of its own, and those of `pure` that replace modules (`*.isolated.test.ts`). `browser`,
 * beside them, drives a real Chromium or Electron on the build; `soak` is long and random by nature and runs only when it is
 * named (npm run soak).
 */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    globalSetup: 'test/bundle-thread.ts',
    sequence: { sequencer: SharedWorkersLast },
    projects: [
      {
        test: {
          name: 'pure',
          expect: WAITING,
          setupFiles: SETUP,
          execArgv: EXEC_ARGV,
          isolate: false,
          include: [`${PURE}/*.test.ts`],
          exclude: ['**/*.{isolated,browser,soak}.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'unit',
          expect: WAITING,
          setupFiles: SETUP,
          execArgv: EXEC_ARGV,
          include: ['test/**/*.test.ts'],
          exclude: [BROWSER, SOAK, `${PURE}/!(*.isolated).test.ts`],
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
          setupFiles: SETUP,
          include: [BROWSER],
          globalSetup: 'test/journey/chromium.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'soak',
          expect: WAITING,
          setupFiles: SETUP,
          include: [SOAK],
          testTimeout: 300_000,
          hookTimeout: 90_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    benchmark: { include: ['test/**/*.bench.ts'] },
    coverage: {
      provider: 'v8',
      include: ['main/**/*.ts', 'renderer/src/**/*.{ts,tsx}', 'preload/**/*.ts'],
      reporter: ['text-summary', 'html', 'json-summary'],
      reportsDirectory: 'test/artefacts/coverage',
    },
  },
})
