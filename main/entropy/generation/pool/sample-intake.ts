import { sum } from '../../../contract/numbers/arithmetic'
import type { HealthCutoffs } from '../health/cutoffs'
import { createHealthMonitor, type HealthMonitor, type WindowOutcome } from '../health/monitor'
import { createSecretQueue } from './secret-queue'

/** Samples on their way through the health tests. */
export interface SampleIntake {
  /** Tests samples, which are zeroed. `usable` are those released meanwhile, one to a byte, for the caller to use and zero. */
  add(samples: Uint8Array): { readonly usable: Uint8Array; readonly outcomes: readonly WindowOutcome[] }
  /** Samples that wait for the end of their window, or for the next window to pass. */
  readonly waiting: number
  readonly monitor: HealthMonitor
  reset(): void
}

export function createSampleIntake(cutoffs: HealthCutoffs): SampleIntake {
  const monitor = createHealthMonitor(cutoffs)
  // Room for the window that waits, for the next window, and for a piece that is handed over, which is at most a window long.
  const held = createSecretQueue(3 * cutoffs.window)
  const isLatched = () => monitor.state === 'latched'
  const addPiece = (piece: Uint8Array) => {
    if (isLatched()) {
      piece.fill(0)
      return { usable: [], outcomes: [] }
    }
    const outcomes = monitor.test(piece)
    held.push(piece)
    const usable = outcomes.flatMap(({ released, discarded }) => {
      const bytes = released === null ? [] : [held.take(released.to - released.from)]
      if (discarded !== null) held.take(discarded.to - discarded.from).fill(0)
      return bytes
    })
    if (isLatched()) held.clear()
    return { usable, outcomes }
  }
  return {
    add(samples) {
      const usable: Uint8Array[] = []
      const outcomes: WindowOutcome[] = []
      for (let at = 0; at < samples.length; at += cutoffs.window) {
        const piece = addPiece(samples.subarray(at, at + cutoffs.window))
        usable.push(...piece.usable)
        outcomes.push(...piece.outcomes)
      }
      return { usable: joinedAndZeroed(usable), outcomes }
    },
    get waiting() {
      return held.length
    },
    monitor,
    reset() {
      held.clear()
      monitor.reset()
    },
  }
}

function joinedAndZeroed(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(sum(parts.map(({ length }) => length)))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
    part.fill(0)
  }
  return joined
}
