/** The schedule by site, zoomable; a slider over its blocks, so that each can be reached and chosen by keyboard. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Minus, Plus, ZoomToFit } from '@blueprintjs/icons'
import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react'
import { useScroller } from '../../../components/tables/use-scroller'
import type { Block, ScheduleTimeline } from '../../../draw/fault-replay/schedule-timeline'
import { countWithNoun, nanoseconds } from '../../../draw/format/quantity'
import { HEAD, LANE, type Marks, TimelineDrawing } from './timeline-drawing'

interface Props extends Marks {
  readonly timeline: ScheduleTimeline
  readonly select: (block: Block) => void
  /** Called by Enter and by a double click, with a block selected before. */
  readonly inject: () => void
}

const read = ({ scrollLeft, clientWidth }: HTMLElement) => ({ left: scrollLeft, width: clientWidth })
/** Blocks that Page Up and Page Down leap over. */
const LEAP = 10
/** Widest drawing in pixels: browsers draw no wider SVG well. */
const WIDEST = 200_000

const MOVES: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: LEAP,
  PageDown: -LEAP,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function TimelineView({ timeline, select, inject, ...marks }: Props) {
  const { element, onScroll, view } = useScroller({ left: 0, width: 1_000 }, read)
  const [zoom, setZoom] = useState(1)
  const scale = (Math.max(200, view.width) / Math.max(1, timeline.duration_ns)) * zoom
  const most = Math.max(1, WIDEST / Math.max(200, view.width))
  const { blocks } = timeline
  const at = Math.max(
    0,
    blocks.findIndex(block => block.id === marks.selected),
  )
  const shown = blocks.find(block => block.id === (marks.current ?? marks.selected))

  useEffect(() => {
    const scroller = element.current
    if (scroller === null || shown === undefined) return
    const x = shown.start_ns * scale
    // Never a smooth scroll: the view follows many steps a second.
    if (x < scroller.scrollLeft || x > scroller.scrollLeft + scroller.clientWidth - 40)
      scroller.scrollTo({ left: x - scroller.clientWidth / 3, behavior: 'instant' })
  }, [element, shown, scale])

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return inject()
    const by = MOVES[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = blocks[Math.min(blocks.length - 1, Math.max(0, at + by))]
    if (next) select(next)
  }
  const click = (event: MouseEvent) => {
    const id = event.target instanceof Element ? event.target.closest('[data-block]')?.getAttribute('data-block') : null
    const block = blocks.find(each => each.id === id)
    if (block) select(block)
  }
  return (
    <div className="timeline">
      <div className="pentad-row">
        <ButtonGroup size="small">
          <Button
            icon={<Plus />}
            aria-label="Zoom in on the schedule"
            onClick={() => setZoom(Math.min(most, zoom * 2))}
          />
          <Button
            icon={<Minus />}
            aria-label="Zoom out of the schedule"
            onClick={() => setZoom(Math.max(1, zoom / 2))}
          />
          <Button icon={<ZoomToFit />} aria-label="Show the whole schedule" onClick={() => setZoom(1)} />
        </ButtonGroup>
        <Legend />
        <span className="pentad-quiet">
          {countWithNoun(blocks.length, 'block')}, {nanoseconds(timeline.duration_ns)} with the repeat
        </span>
      </div>
      <div className="timeline-frame">
        <Lanes timeline={timeline} />
        <div
          ref={element as React.RefObject<HTMLDivElement>}
          className="timeline-scroll"
          data-own-keys
          role="slider"
          tabIndex={0}
          aria-label="Operations and idle windows of the schedule"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, blocks.length - 1)}
          aria-valuenow={at}
          aria-valuetext={blocks[at]?.words ?? 'none'}
          onScroll={onScroll}
          onKeyDown={press}
          onClick={click}
          onDoubleClick={inject}
        >
          <TimelineDrawing timeline={timeline} scale={scale} left={view.left} width={view.width} {...marks} />
        </div>
      </div>
    </div>
  )
}

const Lanes = ({ timeline }: { readonly timeline: ScheduleTimeline }) => (
  <svg width={64} height={HEAD + timeline.lanes.length * LANE} className="timeline-lanes" aria-hidden>
    <title>Sites</title>
    {timeline.lanes.map(({ site, role }, at) => (
      <text key={site} x={58} y={HEAD + at * LANE + LANE / 2 + 5} textAnchor="end">
        {role === '' ? site : `${role} · ${site}`}
      </text>
    ))}
  </svg>
)

const LEGEND = [
  ['CZ', 'CZ (SWAPs are three)'],
  ['H', 'H'],
  ['R', 'reset'],
  ['M', 'measurement'],
  ['idle', 'idle window'],
] as const

const Legend = () => (
  <span className="modules-legend">
    {LEGEND.map(([gate, words]) => (
      <span key={gate} className="modules-legend-item">
        <svg width={14} height={12} aria-hidden className="timeline-block" data-gate={gate}>
          <title>{words}</title>
          <rect x={1} y={1} width={12} height={10} rx={2} />
        </svg>
        {words}
      </span>
    ))}
  </span>
)
