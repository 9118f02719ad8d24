/** Readings over time with their limits: of a run while it goes and after, or of an instrument. */
import { useMemo } from 'react'
import type { ReadingSeries } from '../../../main/contract/instruments/reading'
import { type ReadingsOfUnit, readingsByUnit, readingsPlot, readingsTable } from '../draw/instruments/readings-plot'
import { Plot } from '../show/drawings/plot'
import { SimulatedTag } from '../show/tags'
import { useScheme } from '../state/preferences'

interface Props {
  readonly series: readonly ReadingSeries[]
  /** Base of the names of exported files. */
  readonly fileName: string
  /** Said where nothing was read. */
  readonly empty: string
}

export function ReadingPlots({ series, fileName, empty }: Props) {
  const units = useMemo(() => readingsByUnit(series), [series])
  if (units.length === 0) return <p className="pentad-quiet">{empty}</p>
  return (
    <div className="machine-plots">
      {units.map(each => (
        <UnitPlot key={each.title} of={each} fileName={`${fileName}-${each.title.toLowerCase()}`} />
      ))}
    </div>
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
