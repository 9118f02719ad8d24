import type { Space } from '../../store/disk-space'
import type { JobRow } from '../model/job-row'
import type { Transitions } from './transitions'

/** The move of one job to PROCESSING, which is made when its execution begins and not before. */
export interface ProcessingStart {
  /** Makes the move, once. Rejects where the job has ended meanwhile. */
  begin(): Promise<void>
  /** Resolves once the move is on the disk; it is asked for with `begin`. */
  onDisk(): Promise<unknown>
  /** No time limit any more. */
  end(): void
}

interface StartOptions {
  readonly row: JobRow
  readonly transitions: Pick<Transitions, 'move' | 'moveDeferred'>
  readonly space: Pick<Space, 'retryWhenFree'>
  readonly now: () => number
  readonly signal: AbortSignal
  /** Seconds from the start on; left out: any number. */
  readonly max_s: number | undefined
  readonly overdue: (max_s: number) => void
}

/**
 * What a device does must not start before the disk says PROCESSING, or a restart could not tell. A simulation runs again
 * from its seed after a restart, so that it need not wait: one that ends at once is written with its end.
 */
export function createStart({ row, transitions, space, now, signal, max_s, overdue }: StartOptions): ProcessingStart {
  const { job_uuid, mode } = row
  let writing: Promise<JobRow | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): Promise<JobRow | null> {
    const started = { started_at: now() }
    const move = mode === 'live' ? transitions.move : transitions.moveDeferred
    const written = space.retryWhenFree(() => move(job_uuid, 'PROCESSING', started), signal)
    // Whoever waits for it is told as well.
    written.catch(() => undefined)
    return written
  }

  return {
    async begin() {
      signal.throwIfAborted()
      if (!writing && max_s !== undefined) timer = setTimeout(() => overdue(max_s), max_s * 1000)
      writing ??= write()
      if (mode === 'live' && !(await writing)) throw new DOMException('The job has ended', 'AbortError')
    },
    onDisk: async () => writing,
    end: () => clearTimeout(timer),
  }
}
