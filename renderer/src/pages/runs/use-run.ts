/** One run by its id: the address may lack its module, which the list then supplies. */
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import type { LabEvent } from '../../../../main/contract/backends/lab-events'
import { routes } from '../../../../main/contract/routes'
import type { Run } from '../../../../main/contract/runs/run'
import { throttle } from '../../api/throttle'
import { type Polled, useFetched, usePolled } from '../../api/use-fetch'
import { useLabEvents } from '../../api/use-stream'
import { isTerminal } from '../../draw/format/job-and-run-text'
import type { RunKey } from '../../draw/runs/run-text'

/** Newest runs that are searched where the address does not name the module. */
const NEWEST = 500
const EVERY_MS = 1_000
/** While the stream is open, polling only catches events that it lost. */
const EVERY_MS_LIVE = 15_000

export interface RunState {
  readonly run: Polled<Run>
  /** True when the address names no module and the list does not hold the run. */
  readonly unknown: boolean
  /** Whether the stream reports progress; otherwise the run is polled. */
  readonly live: boolean
}

export function useRun(run_id: string): RunState {
  const search = new URLSearchParams(useSearch())
  const [backend_id, logical_id] = [search.get('backend'), search.get('module')]
  const named = backend_id && logical_id ? { backend_id, logical_id } : null
  const list = useFetched(routes.listRuns, named === null ? { query: { limit: NEWEST } } : null)
  const found = named ?? list.data?.items.find(each => each.run_id === run_id) ?? null
  const followed = usePolledRun(found && { run_id, backend_id: found.backend_id, logical_id: found.logical_id })
  return {
    ...followed,
    run: list.error && !found ? { ...followed.run, error: list.error } : followed.run,
    unknown: list.data !== undefined && found === null,
  }
}

/** Follows a run until it is finished. Its progress is that of the last answer: components that show it call `useProgress`. */
function usePolledRun(params: RunKey | null): Pick<RunState, 'run' | 'live'> {
  const [open, setOpen] = useState(true)
  const live = useLabEvents(open && params !== null, event => {
    if (event.type === 'reset') run.reload()
    if (event.type === 'run' && event.run_id === params?.run_id && event.status !== run.data?.status) run.reload()
  })
  const run = usePolled(routes.getRun, params && { params }, {
    until: isTerminal,
    every_ms: live ? EVERY_MS_LIVE : EVERY_MS,
  })
  const stillOpen = run.data === undefined || !isTerminal(run.data)
  if (open !== stillOpen) setOpen(stillOpen)
  return { run, live }
}

/** Milliseconds between display updates; the service reports about ten times a second. */
const SHOWN_EVERY_MS = 200

/** The run with the progress that the stream has reported since the last answer. Only components that call this render again with it. */
export function useProgress(run: Run): Run {
  const [reported, setReported] = useState<EventProgress | null>(null)
  const [shown] = useState(() => followed(setReported))
  useEffect(() => shown.cancel, [shown])
  useLabEvents(!isTerminal(run), event => {
    if (event.type === 'run' && event.run_id === run.run_id && event.status === run.status)
      shown.take(progressOf(event))
  })
  return newerProgress(run, reported)
}

type RunEvent = Extract<LabEvent, { type: 'run' }>

export type EventProgress = Pick<RunEvent, 'run_id' | 'status' | 'progress'>

const progressOf = ({ run_id, status, progress }: RunEvent): EventProgress => ({ run_id, status, progress })

const withCounts = (reported: EventProgress, before: EventProgress | null): EventProgress => ({
  ...reported,
  progress: {
    ...reported.progress,
    ...countsOf(reported.progress, ...(before?.run_id === reported.run_id ? [before.progress] : [])),
  },
})

/** Passes the reported progress on at most every SHOWN_EVERY_MS; counts that an event leaves out are taken from the event before it. */
export function followed(pass: (progress: EventProgress) => void) {
  let newest: EventProgress | null = null
  const throttled = throttle(SHOWN_EVERY_MS, pass)
  return {
    take: (reported: EventProgress) => {
      newest = withCounts(reported, newest)
      throttled.call(newest)
    },
    cancel: throttled.cancel,
  }
}

/** The newest counts: an event leaves out counts that have not changed. */
function countsOf(...newest: readonly Run['progress'][]): Pick<Run['progress'], 'counts'> {
  const counts = newest.find(each => each.counts !== undefined)?.counts
  return counts === undefined ? {} : { counts }
}

/** The run with the reported progress, where that is of the same state and further on than the answer. */
export function newerProgress(run: Run, reported: EventProgress | null): Run {
  if (reported === null || reported.run_id !== run.run_id || reported.status !== run.status) return run
  if (reported.progress.fraction <= run.progress.fraction) return run
  return { ...run, progress: { ...reported.progress, ...countsOf(reported.progress, run.progress) } }
}
