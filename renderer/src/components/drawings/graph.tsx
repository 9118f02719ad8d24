/** A graph drawn by cytoscape, with fixed positions, keyboard reach and a fit button. Pages give elements and style. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Minus, Plus, ZoomToFit } from '@blueprintjs/icons'
import type { Core, ElementDefinition, StylesheetJson } from 'cytoscape'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { blockInjectedStyle } from './block-injected-style'

export interface GraphProps {
  /** Description of the graph, as its accessible name. Offer a table beside it. */
  readonly label: string
  readonly elements: readonly ElementDefinition[]
  /** Cytoscape style rules; take colours from `INKS[useScheme()]`. */
  readonly style: StylesheetJson
  /** Height in pixels. */
  readonly height?: number
  /** Id of the node or edge shown as selected, null for none. */
  readonly selected?: string | null
  /** Called with the clicked node or edge; null for the background. */
  readonly onSelect?: (id: string | null) => void
  /** Called with the node or edge under the pointer; null when the pointer leaves it. */
  readonly onHover?: (id: string | null) => void
}

const STYLE_ID = '__________cytoscape_stylesheet'

async function startGraph(container: HTMLElement): Promise<Core> {
  blockInjectedStyle(STYLE_ID)
  const { default: cytoscape } = await import('cytoscape')
  return cytoscape({
    container,
    layout: { name: 'preset' },
    minZoom: 0.05,
    maxZoom: 6,
    autoungrabify: true,
    boxSelectionEnabled: false,
    selectionType: 'single',
  })
}

const PADDING = 16
/** Largest zoom of the fit, so that labels of small chips do not become larger than the page's headings. */
const LARGEST_FIT = 1.5

function fitted(graph: Core): void {
  graph.fit(undefined, PADDING)
  if (graph.zoom() > LARGEST_FIT) graph.zoom(LARGEST_FIT).center()
}

export function GraphDrawing({ label, elements, style, height = 420, selected = null, onSelect, onHover }: GraphProps) {
  const place = useRef<HTMLDivElement>(null)
  const core = useRef<Promise<Core> | null>(null)
  const [failed, setFailed] = useState(false)
  const shown = useRef('')
  const select = useEffectEvent((id: string | null) => onSelect?.(id))
  const hover = useEffectEvent((id: string | null) => onHover?.(id))

  useEffect(() => {
    if (place.current === null) return
    const element = place.current
    const starting = startGraph(element)
    core.current = starting
    const watch = new ResizeObserver(() => void starting.then(graph => graph.destroyed() || fitted(graph.resize())))
    starting
      .then(graph => {
        graph.on('tap', event => select(event.target === graph ? null : event.target.id()))
        graph.on('mouseover', 'node, edge', event => hover(event.target.id()))
        graph.on('mouseout', 'node, edge', () => hover(null))
        watch.observe(element)
      })
      .catch(() => setFailed(true))
    return () => {
      watch.disconnect()
      shown.current = ''
      starting.then(graph => graph.destroy()).catch(() => undefined)
    }
  }, [])

  useEffect(() => {
    core.current
      ?.then(graph => {
        if (graph.destroyed()) return
        graph.json({ elements: [...elements], style })
        const ids = elements.map(element => element.data.id).join(' ')
        // Another graph is fitted anew; a change of colours keeps the view.
        if (ids !== shown.current) fitted(graph)
        shown.current = ids
        graph.$(':selected').unselect()
        if (selected !== null) graph.getElementById(selected).select()
      })
      .catch(() => setFailed(true))
  }, [elements, style, selected])

  const zoom = (factor: number) =>
    void core.current?.then(graph => {
      const centre = { x: graph.width() / 2, y: graph.height() / 2 }
      graph.zoom({ level: graph.zoom() * factor, renderedPosition: centre })
    })
  const fit = () => void core.current?.then(fitted)

  return (
    <figure className="pentad-graph">
      {failed && <p role="alert">The map could not be drawn. Reload the window to try again.</p>}
      <div
        ref={place}
        role="img"
        aria-label={label}
        className="pentad-graph-place"
        style={{ height }}
        // Cytoscape reports that the pointer left a part only while it moves within the canvas.
        onPointerLeave={() => onHover?.(null)}
      />
      <ButtonGroup vertical className="pentad-graph-tools" size="small">
        <Button icon={<Plus />} aria-label="Zoom in" onClick={() => zoom(1.25)} />
        <Button icon={<Minus />} aria-label="Zoom out" onClick={() => zoom(0.8)} />
        <Button icon={<ZoomToFit />} aria-label="Fit to view" onClick={fit} />
      </ButtonGroup>
    </figure>
  )
}
