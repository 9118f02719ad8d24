/** The move of a job to PROCESSING and its time limit, both from when its execution begins. */
import type { Backends } from '../../backends/backends'
import type { StatusReason } from '../../contract/jobs/status'
import type { Space } from '../../store/disk-space'
import type { JobRow } from '../model/job'
import type { Transitions } from './transitions'

/** Passes a result on after moving the job to PROCESSING, for an executor that did not do so when it began. */
export const started =
  (start: ProcessingStart) =>
  async <Result>(result: Result): Promise<Result> => {
    await start.begin()
    return result
  }

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
  readonly transitions: Transitions
  readonly space: Pick<Space, 'retryWhenFree'>
  readonly backends: Pick<Backends, 'get'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * A device must not start before the disk says PROCESSING, or a restart could not know of it. A simulation runs again from its seed
 * after a restart and need not wait: one that ends at once is written together with its end.
 */
export function createStart(
  { job_uuid, mode, backend }: JobRow,
  controller: AbortController,
  { transitions, space, backends, now }: StartOptions,
): ProcessingStart {
  const { signal } = controller
  const { max_runtime_s: max_s } = backends.get(backend).limits
  let writing: Promise<JobRow | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): Promise<JobRow | null> {
    const started = { started_at: now() }
    const move = () =>
      mode === 'live'
        ? transitions.move(job_uuid, 'PROCESSING', { change: started })
        : transitions.moveDeferred(job_uuid, 'PROCESSING', started)
    const written = space.retryWhenFree(move, signal)
    // Requests that wait for it are answered as well.
    written.catch(() => undefined)
    return written
  }

  return {
    async begin() {
      signal.throwIfAborted()
      if (!writing && max_s !== undefined)
        timer = setTimeout(() => controller.abort(new TimeLimitExceeded(max_s)), max_s * 1000)
      writing ??= write()
      if (mode === 'live' && !(await writing)) throw new DOMException('The job has ended', 'AbortError')
    },
    onDisk: async () => writing,
    end: () => clearTimeout(timer),
  }
}

export class TimeLimitExceeded extends Error {
  readonly why: StatusReason
  constructor(max_s: number) {
    super(`It executed for longer than the ${max_s} s that the backend allows`)
    this.why = { code: 'max_runtime', message: this.message }
  }
}
