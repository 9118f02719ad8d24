/** Preview of a new device: figures of its files, assumed figures, missing figures. */
import { Callout } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { AddedDevice, ReadFigure } from '../../../../../main/contract/calibration/add-device'
import { utc } from '../../../../../main/contract/model/iso-time'
import { NextStep } from '../../../components/controls/next-step'
import { GraphWithReading } from '../../../components/drawings/graph-with-reading'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { Sheet } from '../../../components/tables/sheet'
import { calibrationMap } from '../../../draw/calibration/calibration-map'
import { readingText } from '../../../draw/calibration/facts'
import { calibrationMapStyle } from '../../../draw/calibration/map-style'
import { count, countWithNoun, microseconds, NO_VALUE, nanoseconds, percent } from '../../../draw/format/quantity'
import { takeFocus } from '../../../focus/take-focus'
import { useScheme } from '../../../window-state/preferences'

interface Props {
  readonly read: AddedDevice
  readonly adding: boolean
  readonly add: () => void
}

export function DevicePreview({ read, adding, add }: Props) {
  const { profile, calibrations, snapshot, report, notes } = read
  return (
    <Callout icon={null} className="pentad-stack" id="part-preview" data-part="What would be added">
      <h3 tabIndex={-1} ref={takeFocus}>
        This is what would be added; nothing is kept yet
      </h3>
      <div className="pentad-row">
        <NextStep text="Add the device" go={add} loading={adding} />
      </div>
      <div className="backends-preview">
        <div>
          <Sheet
            entries={[
              ['Device', profile.name],
              ['Lattice', profile.topology],
              ['Qubits', qubitsText(read)],
              ['Couplings', `${count(profile.couplings.length)}, made of ${gatesText(read)}`],
              ['Chiplets', chipletsText(read)],
              ['Figures of', snapshot.calibrated_at === null ? 'no stated date' : utc(snapshot.calibrated_at)],
              ['Snapshots', countWithNoun(calibrations.length, 'snapshot')],
            ]}
          />
          <Listed title="Missing" lines={report.missing} none="Nothing that selection needs is missing." />
          <Listed title="Assumed" lines={report.assumed} none="Nothing." />
          {notes.length > 0 && <Listed title="Notes" lines={notes} none="" />}
        </div>
        <DeviceMap read={read} />
      </div>
      <FiguresTable figures={report.figures} />
    </Callout>
  )
}

function qubitsText({ profile, calibrations }: AddedDevice): string {
  const dead = calibrations[0]?.qubits_out_of_service ?? 0
  return `${count(profile.qubits.length)}${dead > 0 ? `, of which ${count(dead)} out of service` : ''}`
}

const gatesText = ({ snapshot }: AddedDevice): string =>
  [...new Set(snapshot.edges.map(({ gate }) => gate.toUpperCase()))].join(', ') || 'no two-qubit gate'

function chipletsText({ profile: { chiplets } }: AddedDevice): string {
  const sizes = [...new Set(chiplets.map(({ qubits }) => qubits.length))].sort((a, b) => b - a)
  return `${count(chiplets.length)}, of ${sizes.slice(0, 4).join(', ')} qubits`
}

interface PreviewListProps {
  readonly title: string
  readonly lines: readonly string[]
  readonly none: string
}

const Listed = ({ title, lines, none }: PreviewListProps) => (
  <>
    <h4>{title}</h4>
    {lines.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul className="pentad-list">
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
  </>
)

function DeviceMap({ read: { profile, snapshot } }: { readonly read: AddedDevice }) {
  const scheme = useScheme()
  const elements = useMemo(
    () => calibrationMap(profile, snapshot, { figure: 'readout', chiplet: null }),
    [profile, snapshot],
  )
  const style = useMemo(() => calibrationMapStyle(scheme), [scheme])
  const [selected, setSelected] = useState<string | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  return (
    <GraphWithReading
      device={profile}
      reading={readingText(profile, snapshot, { figure: 'readout', part: hovered ?? selected })}
      label={`Map of ${profile.name}: readout error by qubit, CZ error by coupling`}
      elements={elements}
      style={style}
      height={320}
      selected={selected}
      onSelect={setSelected}
      onHover={setHovered}
    />
  )
}

const WRITE = { us: microseconds, ns: nanoseconds, probability: percent }

const FiguresTable = ({ figures }: { readonly figures: readonly ReadFigure[] }) => (
  <ScrollRegion label="Figures read">
    <HeadedTable
      columns={['Figure', 'Known', 'Least', 'Median', 'Most']}
      numeric={['Known', 'Least', 'Median', 'Most']}
      caption="Figures read"
    >
      {figures.map(({ figure, unit, of, known, all, least, median, most }) => (
        <tr key={figure}>
          <th scope="row">{figure}</th>
          <td className="pentad-number">
            {count(known)} of {count(all)} {of}
          </td>
          {[
            ['least', least],
            ['median', median],
            ['most', most],
          ].map(([name, value]) => (
            <td key={name} className="pentad-number">
              {value === null ? NO_VALUE : WRITE[unit](Number(value))}
            </td>
          ))}
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)
