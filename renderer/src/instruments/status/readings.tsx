/** Readings over time with their limits, of a run or of an instrument. */
import { useMemo, useState } from 'react'
import type { ReadingSeries } from '../../../../main/contract/instruments/reading'
import { Plot } from '../../components/drawings/plot'
import { SimulatedTag } from '../../components/values/tags-and-times'
import {
  followedReadings,
  type ReadingsOfUnit,
  readingsByUnit,
  readingsPlot,
  readingsTable,
} from '../../draw/instruments/readings-plot'
import { useScheme } from '../../window-state/preferences'

interface Props {
  readonly series: readonly ReadingSeries[]
  /** Base name of exported files. */
  readonly fileName: string
  /** Text shown when there are no readings. */
  readonly empty: string
}

export function ReadingPlots({ series, fileName, empty }: Props) {
  const { followed, others } = useMemo(() => {
    const { followed, others } = followedReadings(series)
    return { followed: readingsByUnit(followed), others: readingsByUnit(others) }
  }, [series])
  if (followed.length === 0) return <p className="pentad-quiet">{empty}</p>
  return (
    <>
      <UnitPlots units={followed} fileName={fileName} />
      {others.length > 0 && <OtherReadings units={others} fileName={`${fileName}-settings`} />}
    </>
  )
}

interface UnitsProps {
  readonly units: readonly ReadingsOfUnit[]
  readonly fileName: string
}

const UnitPlots = ({ units, fileName }: UnitsProps) => (
  <div className="machine-plots">
    {units.map(each => (
      <UnitPlot key={each.title} of={each} fileName={`${fileName}-${each.title.toLowerCase()}`} />
    ))}
  </div>
)

/** Rendered only when opened. */
function OtherReadings(props: UnitsProps) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Settings and sensors without limits, read at the start and at the end</summary>
      {open && <UnitPlots {...props} />}
    </details>
  )
}

function UnitPlot({ of, fileName }: { readonly of: ReadingsOfUnit; readonly fileName: string }) {
  const scheme = useScheme()
  const chart = useMemo(() => readingsPlot(of, scheme), [of, scheme])
  const table = useMemo(() => readingsTable(of), [of])
  const simulated = of.series.some(each => each.simulated)
  return (
    <section aria-label={of.title}>
      <h3 className="pentad-row">
        {of.title} {simulated && <SimulatedTag />}
      </h3>
      <Plot
        label={`${of.title} over time, with their limits`}
        chart={chart}
        table={table}
        height={260}
        simulated={simulated}
        fileName={fileName.replaceAll(' ', '-')}
      />
    </section>
  )
}
