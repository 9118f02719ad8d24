/** The snapshots of a device, newest first, with their medians; each can be shown on the map. */
import { Button, HTMLTable, Tag } from '@blueprintjs/core'
import { Trash, Undo } from '@blueprintjs/icons'
import { useState } from 'react'
import type { CalibrationSummary } from '../../../../main/contract/calibration/snapshot'
import { utc } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { Panel } from '../../components/layout/page'
import { Empty, ProblemMessage } from '../../components/messages/answer'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { medianFacts } from '../../draw/calibration/facts'
import { count } from '../../draw/format/quantity'
import { age } from '../../draw/format/time'
import type { WantedChange } from './change-dialog'

interface Props {
  readonly snapshots: readonly CalibrationSummary[]
  /** Id of the snapshot on the map. */
  readonly shown: string | null
  readonly show: (calibration_id: string) => void
  /** Snapshot that reverting the last change would make current; null where there is none. */
  readonly revert_to: string | null
  readonly change: (wanted: WantedChange) => void
  readonly backend_id: string
  /** Called after a snapshot was deleted or brought back. */
  readonly changed: () => void
}

const MEDIANS = ['T1', 'T2', '1q error', 'Readout error', 'CZ error']

export function HistoryPanel({ backend_id, snapshots, shown, show, revert_to, change, changed }: Props) {
  const { call } = useApi()
  const [deleted, setDeleted] = useState<string | null>(null)
  const remove = useAction(async (calibration_id: string) => {
    const params = { backend_id, calibration_id }
    if (deleted === calibration_id) await call(routes.restoreCalibration, { params })
    else await call(routes.deleteCalibration, { params })
    setDeleted(deleted === calibration_id ? null : calibration_id)
    changed()
  })
  const deleteSnapshot = (calibration_id: string) => void remove.run(calibration_id)
  return (
    <Panel
      title="Calibration history"
      tags={<span className="pentad-quiet">medians of the parts in service; errors are 1 − F</span>}
      actions={
        revert_to !== null && (
          <Button size="small" icon={<Undo />} text={`Back to ${revert_to}`} onClick={() => change('revert')} />
        )
      }
    >
      {deleted !== null && (
        <p role="status">
          {deleted} was deleted.{' '}
          <Button autoFocus size="small" icon={<Undo />} text="Undo" onClick={() => deleteSnapshot(deleted)} />
        </p>
      )}
      {remove.error && <ProblemMessage problem={remove.error} />}
      {snapshots.length === 0 ? (
        <Empty title="No snapshot">
          <a href="#import">Import a calibration file</a>, and it is listed here.
        </Empty>
      ) : (
        <ScrollRegion label="Snapshots">
          <HTMLTable compact className="pentad-table">
            <thead>
              <tr>
                {['Taken', 'Map', 'Calibration', 'Vendor', ...MEDIANS, 'Out of service', 'Imported'].map(name => (
                  <th key={name} scope="col" className={MEDIANS.includes(name) ? 'pentad-number' : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {snapshots.map(snapshot => (
                <SnapshotRow
                  key={snapshot.calibration_id}
                  snapshot={snapshot}
                  shown={shown}
                  show={show}
                  change={change}
                  deleteSnapshot={deleteSnapshot}
                />
              ))}
            </tbody>
          </HTMLTable>
        </ScrollRegion>
      )}
    </Panel>
  )
}

type SnapshotRowProps = { readonly snapshot: CalibrationSummary } & Pick<Props, 'shown' | 'show' | 'change'> & {
    readonly deleteSnapshot: (calibration_id: string) => void
  }

function SnapshotRow({ snapshot, shown, show, change, deleteSnapshot }: SnapshotRowProps) {
  const onMap = snapshot.calibration_id === shown
  return (
    <tr {...(onMap && { 'data-open': true })}>
      <th scope="row" className="backends-when" title={age(snapshot.calibrated_at, Date.now())}>
        {utc(snapshot.calibrated_at)}
      </th>
      <td>
        {onMap ? (
          'shown above'
        ) : (
          <Button
            size="small"
            text="Show"
            aria-label={`Show the calibration of ${utc(snapshot.calibrated_at)} on the map`}
            onClick={() => show(snapshot.calibration_id)}
          />
        )}
      </td>
      <td>
        <span className="pentad-row">
          <code>{snapshot.calibration_id}</code>
          {snapshot.current ? (
            <Tag minimal intent="success">
              current
            </Tag>
          ) : (
            <>
              <Button
                size="small"
                text="Make current"
                aria-label={`Make the calibration of ${utc(snapshot.calibrated_at)} current`}
                onClick={() => change({ calibration_id: snapshot.calibration_id })}
              />
              {snapshot.imported ? (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Trash />}
                  title="Delete it; it can be brought back"
                  aria-label={`Delete the calibration of ${utc(snapshot.calibrated_at)}`}
                  onClick={() => deleteSnapshot(snapshot.calibration_id)}
                />
              ) : (
                <span className="pentad-quiet" title="It stays as long as the device does">
                  came with the device
                </span>
              )}
            </>
          )}
        </span>
      </td>
      <td title={snapshot.source}>{snapshot.vendor}</td>
      {medianFacts(snapshot).map(([name, value]) => (
        <td key={name} className="pentad-number">
          {value}
        </td>
      ))}
      <td>
        {count(snapshot.qubits_out_of_service)} of {count(snapshot.qubits)} qubits,{' '}
        {count(snapshot.edges_out_of_service)} of {count(snapshot.edges)} couplings
      </td>
      <td className="backends-when">{utc(snapshot.imported_at)}</td>
    </tr>
  )
}
