import { totalmem } from 'node:os'

/** A complex amplitude. */
export const AMPLITUDE_BYTES = { float64: 16, float32: 8 } as const
export type Precision = keyof typeof AMPLITUDE_BYTES
/** The kernels' limit, 16 GiB of amplitudes in double precision. */
const MOST_QUBITS = 30

/** Bytes that states may take together: half of what this process may use, a container's limit included. */
export function stateBudget(): number {
  const limit = process.constrainedMemory()
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / 2
}

/** Most qubits whose state fits in `bytes`, never below 1 nor above 30. */
export const qubitsWithin = (bytes: number, precision: Precision = 'float64'): number =>
  Math.max(1, Math.min(MOST_QUBITS, Math.floor(Math.log2(bytes / AMPLITUDE_BYTES[precision]))))

interface Waiter {
  readonly bytes: number
  readonly admit: () => void
}

/**
 * Lets callers through in their order while what they hold together stays within `total`; one that alone exceeds it
 * runs when nothing else does. Two states of half the memory each would otherwise end the process.
 */
export function createBudget(total: number) {
  let held = 0
  const waiting: Waiter[] = []
  const release = (bytes: number) => {
    held -= bytes
    admitNext()
  }
  const admitNext = () => {
    while (waiting[0] && (held === 0 || held + waiting[0].bytes <= total)) {
      const next = waiting.shift()!
      held += next.bytes
      next.admit()
    }
  }
  /** Resolves to the function that gives the bytes back; rejects with the signal's reason. */
  const acquire = (bytes: number, signal?: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(signal?.reason)
        admitNext()
      }
      const waiter: Waiter = {
        bytes,
        admit: () => {
          signal?.removeEventListener('abort', leave)
          resolve(() => release(bytes))
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(waiter)
      admitNext()
    })
  return { acquire }
}
