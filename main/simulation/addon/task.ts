import type { RunOptions } from '../model/run-options'

/** A call under way in the addon. `promise` rejects once the kernel has noticed `cancel()`. */
export interface NativeTask<Result> {
  readonly promise: Promise<Result>
  cancel(): void
  /** Fraction done, 0..1. */
  progress(): number
}

const POLL_MS = 100

/** Settles like the task, but rejects with the signal's reason as soon as it is aborted, and reports progress. */
export function withAbort<Result>(task: NativeTask<Result>, { signal, onProgress }: RunOptions): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      task.cancel()
      reject(signal?.reason)
    }
    const poll = onProgress && setInterval(() => onProgress(task.progress()), POLL_MS)
    signal?.addEventListener('abort', abort, { once: true })
    const end = () => {
      clearInterval(poll)
      signal?.removeEventListener('abort', abort)
    }
    if (signal?.aborted) abort()
    task.promise.then(resolve, reject).finally(end)
  })
}
