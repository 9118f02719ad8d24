import { defineConfig } from 'vitest/config'
import { fastExports } from './test/fast-exports.ts'
import { SharedWorkersLast } from './test/shared-workers-last.ts'

/** Tests that replace modules, or measure their process. */
const ISOLATED = 'test/**/*.isolated.test.ts'
const BROWSER = 'test/**/*.browser.test.ts'
const SOAK = 'test/**/*.soak.test.ts'
const WINDOW = 'test/**/*.window.test.ts'
const ISOLATED_SOAK = 'test/**/*.isolated.soak.test.ts'

/** What is waited for may take its time on a busy machine. */
const WAITING = { poll: { timeout: 60_000 } }

/** Long enough for the longest where many others use the machine: this ends what hangs, it measures nothing. */
const PATIENCE = { testTimeout: 240_000, hookTimeout: 240_000 }

/** One more than the cores that this needs: tests also wait, for pages, instruments and threads. */
const WORKERS = 3

/** With PENTAD_TEST_COST each file adds what it cost to the file of that name. */
const SETUP = process.env.PENTAD_TEST_COST ? ['test/record-cost.ts'] : []

/** A young generation that holds what a computation leaves behind, so that less of it is moved. */
const EXEC_ARGV = ['--max-semi-space-size=128']

/**
 * Files of `pure` leave nothing behind in their process: they share it, and the modules that are loaded once. Those that replace
 * modules or measure their process (`*.isolated.test.ts`) have one of their own each, in `unit`. `browser`, beside them, drives a
 * real Chromium or Electron on the build; `soak` is long and random by nature and runs only when it is named (npm run soak), its files
 * in processes that they share as well but for `soak-isolated`; `window` takes every view and dialog (npm run test:window).
 */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    globalSetup: 'test/bundle-thread.ts',
    sequence: { sequencer: SharedWorkersLast },
    // What is transformed once is kept for the next run, by its content.
    experimental: { fsModuleCache: true },
    projects: [
      {
        plugins: [fastExports()],
        test: {
          name: 'pure',
          expect: WAITING,
          setupFiles: SETUP,
          execArgv: EXEC_ARGV,
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [ISOLATED, BROWSER, SOAK, WINDOW],
          ...PATIENCE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [fastExports()],
        test: {
          name: 'unit',
          expect: WAITING,
          setupFiles: SETUP,
          execArgv: EXEC_ARGV,
          include: [ISOLATED],
          ...PATIENCE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [fastExports()],
        test: {
          name: 'browser',
          isolate: false,
          expect: WAITING,
          setupFiles: SETUP,
          include: [BROWSER],
          globalSetup: 'test/journey/chromium.ts',
          ...PATIENCE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [fastExports()],
        test: {
          name: 'window',
          isolate: false,
          expect: WAITING,
          setupFiles: SETUP,
          include: [WINDOW],
          globalSetup: 'test/journey/chromium.ts',
          testTimeout: 300_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [fastExports()],
        test: {
          name: 'soak',
          isolate: false,
          expect: WAITING,
          setupFiles: SETUP,
          include: [SOAK],
          exclude: [ISOLATED_SOAK],
          testTimeout: 300_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [fastExports()],
        test: {
          name: 'soak-isolated',
          expect: WAITING,
          setupFiles: SETUP,
          include: [ISOLATED_SOAK],
          testTimeout: 300_000,
          hookTimeout: 240_000,
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
      reportOnFailure: true,
    },
  },
})
