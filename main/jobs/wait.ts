import type { QueuePlace } from '../contract/jobs'
import type { JobTable } from './table'

/** Jobs whose runtime an estimate rests on. */
const LAST = 20

interface Known {
  readonly durations: number[]
}

/**
 * How long jobs take, from the last completed ones of their backend, whatever their circuits: an honest guess for lines
 * of like jobs and no promise for others, which `basis` says.
 */
export function createWaits(table: Pick<JobTable, 'durations'>, concurrency: (backend: string) => number) {
  const known = new Map<string, Known>()
  const of = (backend: string): Known => {
    const found = known.get(backend) ?? { durations: table.durations(backend, LAST) }
    known.set(backend, found)
    return found
  }

  function runtime(backend: string): { runtime_ms: number | null; basis: string } {
    const { durations } = of(backend)
    if (durations.length === 0) return { runtime_ms: null, basis: `no job has completed on ${backend} yet` }
    const runtime_ms = durations.reduce((sum, duration) => sum + duration, 0) / durations.length
    const which = durations.length === 1 ? 'the last completed job' : `the last ${durations.length} completed jobs`
    return { runtime_ms, basis: `mean runtime of ${which} on ${backend}, whatever the circuits` }
  }

  return {
    completed(backend: string, duration_ms: number): void {
      const { durations } = of(backend)
      durations.unshift(duration_ms)
      durations.length = Math.min(durations.length, LAST)
    },
    runtime,
    /** `busy`: whether all places of execution are taken, so that even the first has to wait. */
    place(backend: string, position: number, busy: boolean): QueuePlace {
      const { runtime_ms, basis } = runtime(backend)
      const places = concurrency(backend)
      const turns = busy ? Math.ceil(position / places) : Math.floor((position - 1) / places)
      return {
        position,
        estimated_wait_ms: turns === 0 ? 0 : runtime_ms === null ? null : turns * runtime_ms,
        basis: `${basis}; ${places} at a time`,
      }
    },
  }
}
export type Waits = ReturnType<typeof createWaits>
