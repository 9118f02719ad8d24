/** Detection of a full disk, and retries of work once there is space. */
import { statfsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDiskFull } from '../contract/model/disk-full'
import { AppError } from '../contract/model/errors'

export interface Space {
  /**
   * Translates `error` for a caller: `storage_full` with the folder and the free bytes where the disk is full, else the error
   * itself.
   */
  explain(error: unknown): unknown
  /**
   * Runs `work`, and repeats it after each failure for lack of space once a trial write succeeds. Use it only for work
   * that may be repeated. Rejects with any other error of `work`, and with the reason of `signal` once that aborts.
   * `onWait` is called before each wait.
   */
  retryWhenFree<T>(work: () => Promise<T>, signal?: AbortSignal, onWait?: () => void): Promise<T>
  /** Number of calls that wait for space now. */
  waiting(): number
}

/** Time between two trial writes. */
const RETRY_MS = 500
/**
 * Size of a trial write: more than one page of the database and of its log, so that a retry does not fail again at
 * once.
 */
const TRIAL_BYTES = 65_536

export function createSpace(folder: string, retry_ms = RETRY_MS): Space {
  let waiting = 0
  /** The trial write in progress, shared by all waiting calls. */
  let trial: Promise<boolean> | null = null

  function explain(error: unknown): unknown {
    if (!isDiskFull(error) || error instanceof AppError) return error
    const free_bytes = freeBytes(folder)
    const free = free_bytes === null ? '' : ` (${Math.floor(free_bytes / 1024)} KiB free)`
    const message = `The disk of the data folder ${folder} is full${free}; nothing of this was stored`
    return Object.assign(new AppError('storage_full', message, { details: { folder, free_bytes } }), { cause: error })
  }

  async function writable(): Promise<boolean> {
    const path = join(folder, `.space-${process.pid}.part`)
    try {
      const file = await open(path, 'w', 0o600)
      try {
        await file.writeFile(new Uint8Array(TRIAL_BYTES))
        await file.sync()
      } finally {
        await file.close()
      }
      return true
    } catch {
      return false
    } finally {
      await rm(path, { force: true }).catch(() => undefined)
    }
  }

  async function untilWritable(signal?: AbortSignal): Promise<void> {
    for (let free = false; !free; ) {
      await setTimeout(retry_ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined)
      signal?.throwIfAborted()
      trial ??= writable().finally(() => {
        trial = null
      })
      free = await trial
    }
  }

  return {
    explain,
    waiting: () => waiting,
    async retryWhenFree(work, signal, onWait) {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          if (!isDiskFull(error)) throw error
        }
        waiting += 1
        onWait?.()
        try {
          await untilWritable(signal)
        } finally {
          waiting -= 1
        }
      }
    },
  }
}

/** Free bytes of the folder's disk; null where the system does not report them. */
function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
