/** Running work and work that has just ended, for the host of the service: a window or a terminal. */
import type { Alarm } from '../contract/instruments/limits'
import type { Run } from '../contract/runs/run'

/** A notification for the user. */
interface HostNotice {
  readonly title: string
  readonly text: string
}

export interface Activity {
  /** Work that would stop with the service, each in a few words; empty where there is none. */
  running(): string[]
  /** Calls the listener when a run ends or a limit is breached. Returns the function that unsubscribes it. */
  onNotice(listener: (notice: HostNotice) => void): () => void
}

/** The writing side, called by runs and alarms. */
export interface ActivityRecorder extends Activity {
  run(run: Pick<Run, 'run_id' | 'backend_id' | 'status'>): void
  alarm(alarm: Pick<Alarm, 'message' | 'simulated' | 'acknowledged_at'>): void
}

const ENDS = { COMPLETED: 'has finished', FAILED: 'has failed', ABORTED: 'was aborted' } as const

/** `jobs` returns the number of jobs being executed. */
export function createActivity(jobs: () => number): ActivityRecorder {
  const runs = new Map<string, string>()
  const listeners = new Set<(notice: HostNotice) => void>()
  const notify = (notice: HostNotice) => {
    for (const listener of listeners) listener(notice)
  }
  return {
    running() {
      const count = jobs()
      return [...runs.values(), ...(count > 0 ? [`${count} circuit job${count > 1 ? 's' : ''}`] : [])]
    },
    onNotice(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    run({ run_id, backend_id, status }) {
      const name = `the run ${run_id} on ${backend_id}`
      if (status === 'PROCESSING') runs.set(run_id, name)
      if (!(status in ENDS)) return
      // A run that never started, or whose end is announced again, gives no notice.
      if (runs.delete(run_id))
        notify({ title: `A run ${ENDS[status as keyof typeof ENDS]}`, text: `${run_id} on ${backend_id}` })
    },
    alarm({ message, simulated, acknowledged_at }) {
      if (acknowledged_at === null) notify({ title: simulated ? 'Alarm (SIMULATED)' : 'Alarm', text: message })
    },
  }
}
