/** Two snapshots of the device compared: a map of the changes, and a table with the worst first. */
import { useMemo, useState } from 'react'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { CalibrationSnapshot, CalibrationSummary } from '../../../../main/contract/calibration/snapshot'
import {
  comparedRows,
  comparisonCsv,
  type QubitFigure,
} from '../../../../main/contract/calibration/snapshot-comparison'
import { utc } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import { useFetched } from '../../api/use-fetch'
import { Choice } from '../../components/controls/choice'
import { DownloadButton } from '../../components/controls/copy-download'
import { GraphWithReading } from '../../components/drawings/graph-with-reading'
import { Panel } from '../../components/layout/page'
import { Answer, Empty } from '../../components/messages/answer'
import { calibrationMap, QUBIT_FIGURE_CHOICES } from '../../draw/calibration/calibration-map'
import { calibrationMapStyle } from '../../draw/calibration/map-style'
import {
  CHANGE_SCALE,
  COMPARED_COLUMNS,
  changesById,
  changesText,
  comparedByDefault,
  partIdOf,
} from '../../draw/calibration/snapshot-comparison'
import { useScheme } from '../../window-state/preferences'
import { FigureTable } from './figure-table'
import { ScaleLegend } from './scale-legend'

interface Props {
  readonly backend: Backend
  /** In the order of import, newest first. */
  readonly snapshots: readonly CalibrationSummary[]
}

export function ComparePanel({ backend, snapshots }: Props) {
  const byDefault = comparedByDefault(snapshots)
  const [first, setFirst] = useState<string | null>(null)
  const [second, setSecond] = useState<string | null>(null)
  const named = (id: string | null) => snapshots.find(({ calibration_id }) => calibration_id === id)?.calibration_id
  const after = named(second) ?? byDefault?.after ?? ''
  const before = named(first) ?? byDefault?.before ?? after
  const options = snapshots.map(each => [each.calibration_id, optionText(each)] as const)
  return (
    <Panel
      title="Compare two snapshots"
      tags={<span className="pentad-quiet">ratios, as snapshots hold no standard errors; above 1 is worse</span>}
    >
      {snapshots.length < 2 ? (
        <Empty title="One snapshot only">Import another one to compare.</Empty>
      ) : (
        <>
          <div className="pentad-choices">
            <Choice label="Before" value={before} options={options} choose={setFirst} />
            <Choice label="After" value={after} options={options} choose={setSecond} />
          </div>
          <Compared key={`${before} ${after}`} backend={backend} before={before} after={after} />
        </>
      )}
    </Panel>
  )
}

const optionText = ({ calibrated_at, calibration_id, current }: CalibrationSummary): string =>
  `${utc(calibrated_at)}${current ? ', current' : ''} (${calibration_id.slice(-6)})`

interface ComparedProps {
  readonly backend: Backend
  readonly before: string
  readonly after: string
}

function Compared({ backend, before, after }: ComparedProps) {
  const params = (calibration_id: string) => ({ params: { backend_id: backend.backend_id, calibration_id } })
  const [old, now] = [
    useFetched(routes.getCalibration, params(before)),
    useFetched(routes.getCalibration, params(after)),
  ]
  return (
    <Answer of={old} what="the earlier snapshot">
      {earlier => (
        <Answer of={now} what="the later snapshot">
          {later => <Changes backend={backend} earlier={earlier} later={later} />}
        </Answer>
      )}
    </Answer>
  )
}

interface ChangesProps {
  readonly backend: Backend
  readonly earlier: CalibrationSnapshot
  readonly later: CalibrationSnapshot
}

function Changes({ backend, earlier, later }: ChangesProps) {
  const scheme = useScheme()
  const [figure, setFigure] = useState<QubitFigure>('readout')
  const [selected, setSelected] = useState<string | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const rows = useMemo(() => comparedRows(backend, earlier, later), [backend, earlier, later])
  const elements = useMemo(() => {
    const instead = { scale: CHANGE_SCALE, values: changesById(rows, figure) }
    return calibrationMap(backend, later, { figure, chiplet: null, instead })
  }, [backend, later, rows, figure])
  const style = useMemo(() => calibrationMapStyle(scheme), [scheme])
  const [from, to] = [earlier.calibration_id, later.calibration_id]
  return (
    <>
      <div className="pentad-choices">
        <Choice
          label="Qubit colour"
          value={figure}
          options={QUBIT_FIGURE_CHOICES}
          choose={key => setFigure(key as QubitFigure)}
        />
        <DownloadButton
          size="small"
          label="Changes as CSV"
          type="text/csv"
          fileName={`changes-${from}-${to}.csv`}
          content={() => comparisonCsv(rows, from, to)}
        />
      </div>
      <ScaleLegend scale={CHANGE_SCALE} what="Qubits and couplings" />
      <div className="backends-compare">
        <GraphWithReading
          device={backend}
          reading={changesText(rows, hovered ?? selected)}
          label={`Map of the changes of ${backend.name} from ${from} to ${to}`}
          elements={elements}
          style={style}
          height={420}
          selected={selected}
          onSelect={setSelected}
          onHover={setHovered}
        />
        <FigureTable
          caption="Changes"
          about="what worsened most comes first"
          columns={COMPARED_COLUMNS}
          rows={rows}
          idOf={partIdOf}
          keyOf={row => `${partIdOf(row)} ${row.figure}`}
          initial={{ by: 'worse', order: 'descending' }}
          selected={selected}
          select={setSelected}
        />
      </div>
    </>
  )
}
