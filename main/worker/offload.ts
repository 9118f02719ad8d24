import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPool, type PoolOptions } from './pool'
import { direct, type Runner, type Tasks } from './runner'

/** Bytes from which a task goes to the thread: below, it is done within some milliseconds. */
export const LARGE_BYTES = 65_536

const FILE = 'thread.cjs'

/**
 * The thread's program beside the bundle (out/main, out/main/chunks), null when run from sources. It is read here, and
 * handed to the thread as text, because a thread cannot load files from inside an Electron archive everywhere.
 */
export function threadScript(from = dirname(fileURLToPath(import.meta.url))): string | null {
  const file = [join(from, FILE), join(from, '..', FILE)].find(candidate => existsSync(candidate))
  return file === undefined ? null : readFileSync(file, 'utf8')
}

/** Small tasks here, large ones on a thread; all of them here when there is no `script` for it. */
export function createOffload<T extends Tasks>(
  tasks: T,
  { script, ...options }: Omit<PoolOptions, 'script'> & { readonly script: string | null },
): Runner<T> & { close(): Promise<void> } {
  const here = direct(tasks)
  if (script === null) return { ...here, close: async () => undefined }
  const there = createPool<T>({ script, ...options })
  return {
    run: (name, input, options = {}) =>
      (options.size ?? LARGE_BYTES) < LARGE_BYTES ? here.run(name, input, options) : there.run(name, input, options),
    close: there.close,
  }
}
