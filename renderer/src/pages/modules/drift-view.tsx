/** Drift: what the chiplet resolves to under every snapshot, and what changed from one to the next; kept up to date. */
import { useCallback, useMemo } from 'react'
import type { Drift } from '../../../../main/contract/backends/drift'
import { routes } from '../../../../main/contract/routes'
import { usePolled } from '../../api/use-fetch'
import { useLabEvents } from '../../api/use-stream'
import { FigureView } from '../../components/figures/figure-view'
import { Answer, Empty } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import type { Scheme } from '../../draw/charts/colours'
import { countWithNoun } from '../../draw/format/quantity'
import { driftFigure } from '../../draw/modules/drift-figure'
import { driftMoveText, driftTable, gainWords, signedFaults } from '../../draw/modules/drift-text'

interface Props {
  readonly backend_id: string
  readonly logical_id: string
  readonly simulated: boolean
}

const NEWEST = 60
/** Milliseconds between two requests while the stream is closed, and while it announces every snapshot. */
const ALONE_MS = 20_000
const BESIDE_STREAM_MS = 600_000

export function DriftView({ backend_id, logical_id, simulated }: Props) {
  const concerns = (event: { readonly type: string; readonly backend_id?: string; readonly logical_id?: string }) =>
    event.type === 'reset' ||
    (event.backend_id === backend_id &&
      (event.type === 'snapshot' || (event.type === 'moved' && event.logical_id === logical_id)))
  const live = useLabEvents(true, event => {
    if (concerns(event)) drift.reload()
  })
  const drift = usePolled(
    routes.getDrift,
    { params: { backend_id, logical_id }, query: { limit: NEWEST } },
    { every_ms: live ? BESIDE_STREAM_MS : ALONE_MS },
  )
  return (
    <div className="pentad-stack">
      <p className="pentad-quiet" role="status">
        {live
          ? 'Live: a new snapshot shows here as it is imported.'
          : `Not connected to the event stream: fetched again every ${ALONE_MS / 1_000} s.`}
      </p>
      <Answer of={drift} what="the drift (the chiplet is resolved under every snapshot)">
        {known => <Known drift={known} simulated={simulated} />}
      </Answer>
    </div>
  )
}

function Known({ drift, simulated }: { readonly drift: Drift; readonly simulated: boolean }) {
  const figure = useCallback(
    (scheme: Scheme, width: 86 | 178) => driftFigure(drift, { scheme, width, simulated }),
    [drift, simulated],
  )
  const table = useMemo(() => driftTable(drift), [drift])
  if (drift.points.length === 0) return <Empty title="No snapshot">Import a calibration on the Backends page.</Empty>
  return (
    <>
      <FigureView
        label={`Δ_round of chiplet ${drift.chiplet} over ${countWithNoun(drift.points.length, 'snapshot')}, stacked by term`}
        figure={figure}
        table={table}
        fileName={`drift-${drift.backend_id}-${drift.logical_qubit}`}
      />
      <Reasons drift={drift} />
      <Changes drift={drift} />
    </>
  )
}

/** Why a snapshot has no bar. */
const Reasons = ({ drift }: { readonly drift: Drift }) => {
  const without = drift.points.filter(point => point.reason !== null)
  return (
    without.length > 0 && (
      <ul className="pentad-list">
        {without.map(({ calibration_id, reason }) => (
          <li key={calibration_id}>
            ✕ <code>{calibration_id}</code> {reason}
          </li>
        ))}
      </ul>
    )
  )
}

const COLUMNS = ['From', 'To', 'What changed', 'Roles moved', 'Δ_round', 'Gain by moving']

const Changes = ({ drift }: { readonly drift: Drift }) =>
  drift.changes.length === 0 ? (
    <p className="pentad-quiet">One snapshot: nothing to compare with yet.</p>
  ) : (
    <ScrollRegion label="Changes from one snapshot to the next" className="modules-changes">
      <HeadedTable columns={COLUMNS} numeric={['Δ_round', 'Gain by moving']}>
        {[...drift.changes].reverse().map(change => (
          <tr key={`${change.from} ${change.to}`} {...(change.layout_changed && { 'data-open': true })}>
            <td>
              <code>{change.from}</code>
            </td>
            <td>
              <code>{change.to}</code>
            </td>
            <td>
              {change.layout_changed && <strong>Layout moved. </strong>}
              {change.text}
            </td>
            <td>{driftMoveText(change)}</td>
            <td className="pentad-number">{signedFaults(change.difference?.total ?? null)}</td>
            <td className="pentad-number">{gainWords(change)}</td>
          </tr>
        ))}
      </HeadedTable>
    </ScrollRegion>
  )
