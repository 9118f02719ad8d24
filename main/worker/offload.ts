import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { budget, OverBudget } from './checkpoint'
import { createPool, type Pool, type PoolOptions } from './pool'
import { direct, type TaskOptions, type Tasks } from './runner'

/**
 * Input size in bytes from which a task goes to a thread at once; smaller ones are read in a few milliseconds at most.
 */
const LARGE_BYTES = 8_192

/**
 * Checkpoints that a task may pass on the calling thread, a few milliseconds even with cold code; after that it starts
 * again on a thread.
 */
const CHECKPOINTS_HERE = 32

/**
 * Programs of threads: all tasks, signatures alone, or instrument twins alone; the last two start in a fraction of the
 * time.
 */
export type ThreadProgram = 'thread.cjs' | 'signing-thread.cjs' | 'twin-thread.cjs'

/**
 * Folders searched for the programs, relative to the code that starts threads: out/main, out/main/chunks, and the
 * folder that tests bundle them into.
 */
const FOLDERS = ['.', '..', '../../node_modules/.pentad']

/**
 * Source text of a thread's program. It is passed to the thread as text, because a thread cannot load files from an
 * Electron archive on every platform. Throws when the program was not built.
 */
export function threadScript(program: ThreadProgram, from = dirname(fileURLToPath(import.meta.url))): string {
  const file = FOLDERS.map(folder => join(from, folder, program)).find(candidate => existsSync(candidate))
  if (file === undefined) throw new Error(`${program}, a program of the worker threads, is missing: run npm run build`)
  return readFileSync(file, 'utf8')
}

/**
 * Runs small tasks on the calling thread within a budget of checkpoints; large tasks, and those that exceed the budget,
 * run on a thread.
 */
export function createOffload<T extends Tasks>(tasks: T, options: PoolOptions): Pool<T> {
  const here = direct(tasks, () => budget(CHECKPOINTS_HERE))
  const there = createPool<T>(options)
  const isLarge = ({ size = LARGE_BYTES }: TaskOptions): boolean => size >= LARGE_BYTES
  return {
    run: (name, input, options = {}) =>
      isLarge(options)
        ? there.run(name, input, options)
        : here.run(name, input, options).catch(error => {
            if (!(error instanceof OverBudget)) throw error
            return there.run(name, input, options)
          }),
    close: there.close,
  }
}
