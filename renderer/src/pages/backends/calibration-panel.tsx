/** One snapshot as a map, as tables and as distributions; a part selected on the map is selected in the tables, too. */
import { SegmentedControl } from '@blueprintjs/core'
import { useCallback, useMemo, useState } from 'react'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import type { QubitFigure } from '../../../../main/contract/calibration/snapshot-comparison'
import { utc } from '../../../../main/contract/model/iso-time'
import { Choice } from '../../components/controls/choice'
import { GraphWithReading } from '../../components/drawings/graph-with-reading'
import { FigureView } from '../../components/figures/figure-view'
import { Panel } from '../../components/layout/page'
import {
  calibrationMap,
  edgeId,
  QUBIT_FIGURE_CHOICES,
  QUBIT_FIGURES,
  qubitId,
} from '../../draw/calibration/calibration-map'
import { EDGE_COLUMNS, edgeRows, QUBIT_COLUMNS, qubitRows } from '../../draw/calibration/calibration-table'
import { distributionFigure, distributionTable } from '../../draw/calibration/distribution'
import { SCALES } from '../../draw/calibration/error-scale'
import { readingText } from '../../draw/calibration/facts'
import { calibrationMapStyle } from '../../draw/calibration/map-style'
import type { Scheme } from '../../draw/charts/colours'
import { age } from '../../draw/format/time'
import { useScheme } from '../../window-state/preferences'
import { FigureTable } from './figure-table'
import { PartFacts } from './part-facts'
import { ScaleLegend } from './scale-legend'

interface Props {
  readonly backend: Backend
  readonly snapshot: CalibrationSnapshot
}

const VIEWS = [
  { value: 'map', label: 'Map' },
  { value: 'qubits', label: 'Qubit table' },
  { value: 'couplings', label: 'Coupling table' },
  { value: 'distribution', label: 'Distribution' },
]

export function CalibrationPanel({ backend, snapshot }: Props) {
  const [view, setView] = useState('map')
  const [figure, setFigure] = useState<QubitFigure>('readout')
  const [chiplet, setChiplet] = useState<string | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const part = view === 'map' ? (hovered ?? selected) : selected
  return (
    <Panel
      title="Calibration"
      tags={
        <span className="pentad-quiet">
          {utc(snapshot.calibrated_at)}, {age(snapshot.calibrated_at, Date.now())} ·{' '}
          <code>{snapshot.calibration_id}</code>
        </span>
      }
      actions={<SegmentedControl size="small" aria-label="View" options={VIEWS} value={view} onValueChange={setView} />}
    >
      <div className="pentad-choices">
        <Choice
          label="Chiplet"
          value={chiplet ?? ''}
          none={`All (${backend.chiplets.length})`}
          options={backend.chiplets.map(each => [each.chiplet_id, `${each.chiplet_id} (${each.qubits.length} qubits)`])}
          choose={id => setChiplet(id || null)}
        />
        {view === 'map' && (
          <Choice
            label="Qubit colour"
            value={figure}
            options={QUBIT_FIGURE_CHOICES}
            choose={key => setFigure(key as QubitFigure)}
          />
        )}
      </div>
      {view === 'map' && (
        <div className="backends-legends">
          <ScaleLegend scale={QUBIT_FIGURES[figure].scale} what="Qubits" />
          <ScaleLegend scale={SCALES.cz} what="Couplings" />
        </div>
      )}
      {view === 'distribution' && <Distribution backend={backend} snapshot={snapshot} chiplet={chiplet} />}
      <div className="backends-map" hidden={view === 'distribution'}>
        {view === 'map' && (
          <MapView
            backend={backend}
            snapshot={snapshot}
            figure={figure}
            chiplet={chiplet}
            selected={selected}
            part={part}
            select={setSelected}
            hover={setHovered}
          />
        )}
        {view === 'qubits' && (
          <FigureTable
            caption="Qubits"
            columns={QUBIT_COLUMNS}
            rows={qubitRows(backend, snapshot, chiplet)}
            idOf={row => qubitId(row.index)}
            selected={selected}
            select={setSelected}
          />
        )}
        {view === 'couplings' && (
          <FigureTable
            caption="Couplings"
            columns={EDGE_COLUMNS}
            rows={edgeRows(backend, snapshot, chiplet)}
            idOf={row => edgeId(row.a, row.b)}
            selected={selected}
            select={setSelected}
          />
        )}
        <PartFacts backend={backend} snapshot={snapshot} selected={part} />
      </div>
    </Panel>
  )
}

/** Cumulative distributions of the errors, as papers show them. */
function Distribution({ backend, snapshot, chiplet }: Props & { readonly chiplet: string | null }) {
  const table = useMemo(() => distributionTable(backend, snapshot, chiplet), [backend, snapshot, chiplet])
  const figure = useCallback(
    (scheme: Scheme, width: 86 | 178) => distributionFigure(backend, snapshot, { chiplet, scheme, width })!,
    [backend, snapshot, chiplet],
  )
  if (table.rows.length === 0) return <p className="pentad-quiet">No part in service has a figure.</p>
  return (
    <FigureView
      label="Cumulative distributions of the errors"
      figure={figure}
      table={table}
      fileName={`errors-${snapshot.calibration_id}`}
    />
  )
}

interface MapProps extends Props {
  readonly figure: QubitFigure
  readonly chiplet: string | null
  readonly selected: string | null
  /** The part under the pointer, else the selected one. */
  readonly part: string | null
  readonly select: (id: string | null) => void
  readonly hover: (id: string | null) => void
}

function MapView({ backend, snapshot, figure, chiplet, selected, part, select, hover }: MapProps) {
  const scheme = useScheme()
  const elements = useMemo(
    () => calibrationMap(backend, snapshot, { figure, chiplet }),
    [backend, snapshot, figure, chiplet],
  )
  const style = useMemo(() => calibrationMapStyle(scheme), [scheme])
  const label = `Calibration map of ${backend.name}: ${QUBIT_FIGURES[figure].scale.title} by qubit, CZ error by coupling`
  return (
    <GraphWithReading
      device={backend}
      reading={readingText(backend, snapshot, { figure, part })}
      label={label}
      elements={elements}
      style={style}
      height={560}
      selected={selected}
      onSelect={select}
      onHover={hover}
    />
  )
}
