/** Batches as they change: the stream announces changes of their jobs, polling catches lost ones; a finished batch is not polled. */
import { useEffect, useRef, useState } from 'react'
import type { JobBatch } from '../../../../../main/contract/jobs/batches'
import type { JobEvent } from '../../../../../main/contract/jobs/events'
import { routes } from '../../../../../main/contract/routes'
import { useFetchedPages, usePolled } from '../../../api/use-fetch'
import { useJobEvents } from '../../../api/use-stream'

const EVERY_MS = 2_000
const EVERY_MS_LIVE = 10_000
/** Milliseconds within which many changes become one request. */
const GATHER_MS = 400

const isOver = ({ completed_at }: JobBatch) => completed_at !== null

/** The batch of an event; null where all may have changed, undefined where none has. */
function batchOf(event: JobEvent): string | null | undefined {
  if (event.type === 'reset') return null
  return event.type === 'status' || event.type === 'progress' || event.type === 'deleted' ? event.batch_id : undefined
}

/** Calls `act` once, a moment after the first of several calls. */
function useGathered(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      act()
    }, GATHER_MS)
  }
}

/** The batch, followed until it is over; with null nothing is fetched. */
export function useBatch(batch_id: string | null) {
  const [wanted, setWanted] = useState(true)
  const changed = useGathered(() => batch.reload())
  const live = useJobEvents(wanted && batch_id !== null, event => {
    const changed_batch = batchOf(event)
    if (changed_batch === null || changed_batch === batch_id) changed()
  })
  const input = batch_id === null ? null : { params: { batch_id } }
  const batch = usePolled(routes.getBatch, input, { until: isOver, every_ms: live ? EVERY_MS_LIVE : EVERY_MS })
  const open = batch.data === undefined || !isOver(batch.data)
  if (wanted !== open) setWanted(open)
  return batch
}

const PAGE = 50

/** All batches, newest first; fetched again when a job of any of them changes. */
export function useBatches() {
  const batches = useFetchedPages(routes.listBatches, { query: { limit: PAGE } })
  const changed = useGathered(() => batches.reload())
  useJobEvents(true, event => {
    if (batchOf(event) !== undefined) changed()
  })
  return batches
}
