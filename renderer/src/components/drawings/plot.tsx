/** A chart with its table and exports. Plotly is loaded with the first chart. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Reset, Th } from '@blueprintjs/icons'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Chart, DataTable } from '../../draw/charts/chart'
import { layoutFor, stamped } from '../../draw/charts/plotly-layout'
import { useScheme } from '../../window-state/preferences'
import { save } from '../controls/save-file'
import { SheetTable } from '../tables/sheet'
import { type DrawnChart, drawChart, exportChart } from './plotly'

export interface PlotProps {
  /** Description of the chart, as its accessible name. */
  readonly label: string
  readonly chart: Chart
  /** The same figures as a table, shown by a button; required wherever the chart has data. */
  readonly table?: DataTable
  /** Height in pixels. */
  readonly height?: number
  /** Whether the figures are simulated; exported files are stamped accordingly. */
  readonly simulated?: boolean
  /** Base name of exported files; without it there are no export buttons. */
  readonly fileName?: string
}

const EXPORTS = ['svg', 'png'] as const

export function Plot({ label, chart, table, height = 320, simulated = false, fileName }: PlotProps) {
  const scheme = useScheme()
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart | null>(null)
  const [asTable, setAsTable] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const tableId = useId()
  const layout = useMemo(() => layoutFor(scheme, chart.layout), [scheme, chart.layout])

  useEffect(() => {
    const element = place.current
    if (asTable || element === null) return
    const drawing = drawChart(element, chart.traces, layout)
    drawn.current = drawing
    drawing.ready.catch((thrown: unknown) => setFailed(thrown instanceof Error ? thrown.message : String(thrown)))
  }, [asTable, chart.traces, layout])

  useEffect(() => {
    if (!asTable) return () => drawn.current?.remove()
    return undefined
  }, [asTable])

  const exportAs = async (format: (typeof EXPORTS)[number]) => {
    const onPaper = layoutFor('light', chart.layout)
    const layoutOfFile = simulated ? stamped('light', onPaper) : onPaper
    save(`${fileName}.${format}`, await exportChart(chart.traces, { layout: layoutOfFile, format, height }))
  }

  return (
    <figure className="pentad-plot">
      <div className="pentad-plot-tools">
        <ButtonGroup variant="minimal" size="small">
          {asTable || <Button icon={<Reset />} text="Reset view" onClick={() => drawn.current?.reset()} />}
          {table && (
            <Button
              icon={<Th />}
              text={asTable ? 'Chart' : 'Table'}
              active={asTable}
              aria-controls={tableId}
              onClick={() => setAsTable(!asTable)}
            />
          )}
          {fileName !== undefined &&
            EXPORTS.map(format => (
              <Button
                key={format}
                text={format.toUpperCase()}
                title={`Download as ${format.toUpperCase()}`}
                onClick={() => void exportAs(format)}
              />
            ))}
        </ButtonGroup>
      </div>
      {failed !== null && <p role="alert">The chart could not be drawn: {failed}</p>}
      <div id={tableId}>
        {asTable && table ? (
          <SheetTable caption={label} table={table} maxHeight={height} />
        ) : (
          <div ref={place} role="img" aria-label={label} style={{ height }} />
        )}
      </div>
    </figure>
  )
}
