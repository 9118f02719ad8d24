import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { budget, OverBudget } from './checkpoint'
import { createPool, type Pool, type PoolOptions } from './pool'
import { direct, type TaskOptions, type Tasks } from './runner'

/** Bytes from which a task goes to a thread at once; below, reading them takes a few milliseconds at most. */
const LARGE_BYTES = 8_192

/** Checkpoints that a task may pass here; what takes more is begun anew on a thread. Some milliseconds, also when the code is cold. */
const CHECKPOINTS_HERE = 32

/** Programs of threads: of the tasks; of signatures and of the twins of instruments alone, which start in a fraction of the time. */
export type ThreadProgram = 'thread.cjs' | 'signing-thread.cjs' | 'twin-thread.cjs'

/** Folders of the programs, relative to the code that starts threads: out/main, out/main/chunks, and for sources where tests bundle them. */
const FOLDERS = ['.', '..', '../../node_modules/.pentad']

/**
 * A program of threads. It is read here, and handed to the thread as text, because a thread cannot load files from inside
 * an Electron archive everywhere.
 */
export function threadScript(program: ThreadProgram, from = dirname(fileURLToPath(import.meta.url))): string {
  const file = FOLDERS.map(folder => join(from, folder, program)).find(candidate => existsSync(candidate))
  if (file === undefined) throw new Error(`${program}, a program of the worker threads, is missing: run npm run build`)
  return readFileSync(file, 'utf8')
}

/** Tries small tasks here within a budget of checkpoints, whatever their bytes unfold to; what takes more, and large ones, on a thread. */
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
