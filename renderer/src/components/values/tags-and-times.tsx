/**
 * Times in UTC, and tags for states, simulated data, live or mock. Each tag has a word, so that colour is not the only
 * mark.
 */
import { Tag } from '@blueprintjs/core'
import { utcSecond } from '../../draw/format/time'

const STATUS_INTENT: Record<string, 'none' | 'primary' | 'success' | 'warning' | 'danger'> = {
  PENDING: 'none',
  WAITING: 'none',
  PROCESSING: 'primary',
  COMPLETED: 'success',
  FAILED: 'danger',
  ABORTED: 'warning',
  ready: 'success',
  gate_failed: 'warning',
  gate_unknown: 'warning',
  disqualified: 'danger',
  no_embedding: 'danger',
  ok: 'success',
  degraded: 'warning',
  off: 'none',
  online: 'success',
  offline: 'danger',
}

/** The state of a job, run, module or part; `live` marks one that still changes. */
export function StatusTag({ status, live = false }: { readonly status: string; readonly live?: boolean }) {
  return (
    <Tag minimal intent={STATUS_INTENT[status] ?? 'none'} className="pentad-tag" data-status={status}>
      {live && <span className="pentad-pulse" aria-hidden />}
      {status.replaceAll('_', ' ')}
    </Tag>
  )
}

/** Marks figures that come from a simulation. */
export function SimulatedTag() {
  return (
    <Tag
      minimal
      className="pentad-tag pentad-simulated"
      title="These figures come from a simulation, not from a device"
    >
      SIMULATED
    </Tag>
  )
}

/** Marks figures that are computed before anything is run. */
export const PredictedTag = () => (
  <Tag minimal className="pentad-tag" title="These figures are computed from the calibration; nothing was measured">
    PREDICTED
  </Tag>
)

/** Whether a backend is live or mock. */
export function ModeTag({ mode }: { readonly mode: 'mock' | 'live' }) {
  return (
    <Tag minimal className="pentad-tag" intent={mode === 'live' ? 'warning' : 'none'}>
      {mode === 'live' ? 'Live' : 'Mock'}
    </Tag>
  )
}

/** A point in time in UTC, to the second. */
export function UtcTimestamp({ at }: { readonly at: string | null }) {
  return at === null ? <span className="pentad-quiet">—</span> : <time dateTime={at}>{utcSecond(at)}</time>
}
