/** Visible part of the timeline: lanes, sections, ticks and blocks, as SVG. */
import {
  type Block,
  blocksWithin,
  type ScheduleTimeline,
  tickEvery,
} from '../../../draw/fault-replay/schedule-timeline'
import { nanoseconds } from '../../../draw/format/quantity'

export const LANE = 26
export const HEAD = 40
const BLOCK = 18
/** Pixels beyond the view that are drawn too, so that quick scrolling shows no gap. */
const MARGIN = 400

export interface Marks {
  readonly selected: string | null
  /** Block the replay has just done. */
  readonly current: string | null
  /** Block at which the replayed fault is injected. */
  readonly injected: string | null
}

interface Props extends Marks {
  readonly timeline: ScheduleTimeline
  /** Pixels a nanosecond. */
  readonly scale: number
  /** Left end and width of the view, in pixels. */
  readonly left: number
  readonly width: number
}

export function TimelineDrawing({ timeline, scale, left, width, ...marks }: Props) {
  const [from, to] = [(left - MARGIN) / scale, (left + width + MARGIN) / scale]
  const height = HEAD + timeline.lanes.length * LANE
  const lane = new Map(timeline.lanes.map(({ site }, at) => [site, at]))
  const every = tickEvery(scale)
  const shown = blocksWithin(timeline.blocks, from, to)
  const rowsOf = ({ sites }: Block) => sites.map(site => lane.get(site)!)
  const first = Math.max(0, Math.floor(from / every))
  const ticks = Array.from({ length: Math.ceil((to - from) / every) + 1 }, (_, i) => (first + i) * every)
  return (
    <svg width={timeline.duration_ns * scale} height={height} aria-hidden className="timeline-drawing">
      <title>Schedule</title>
      {timeline.sections.map((section, at) => (
        <g key={section.name}>
          <rect
            className="timeline-section"
            data-odd={at % 2 === 1}
            x={section.start_ns * scale}
            width={section.duration_ns * scale}
            height={height}
          />
          <text className="timeline-name" x={section.start_ns * scale + 6} y={15}>
            {nameWithin(section.name, section.duration_ns * scale)}
          </text>
        </g>
      ))}
      {ticks
        .filter(tick => tick * scale + TIME < timeline.duration_ns * scale)
        .map(tick => (
          <g key={tick}>
            <line className="timeline-tick" x1={tick * scale} x2={tick * scale} y1={20} y2={height} />
            <text className="timeline-time" x={tick * scale + 4} y={33}>
              {nanoseconds(tick)}
            </text>
          </g>
        ))}
      {shown.map(block => (
        <Link key={block.id} block={block} rows={rowsOf(block)} scale={scale} />
      ))}
      {shown.map(block => (
        <BlockDrawing key={block.id} block={block} rows={rowsOf(block)} scale={scale} {...marks} />
      ))}
    </svg>
  )
}

/** Pixels of a time beside its tick, and of a letter of a name. */
const TIME = 56
const LETTER = 7

/** The name of a section if it fits, else its first word, else nothing; the blocks show it too. */
function nameWithin(name: string, width: number): string {
  const fits = (text: string) => 6 + text.length * LETTER <= width
  return [name, name.split(/[ ,]/)[0]!].find(fits) ?? ''
}

interface BlockProps extends Marks {
  readonly block: Block
  readonly rows: readonly number[]
  readonly scale: number
}

const middle = (row: number) => HEAD + row * LANE + LANE / 2

/** Behind the blocks, so that a gate between far lanes hides nothing of the lanes it passes. */
const Link = ({ block, rows, scale }: Pick<BlockProps, 'block' | 'rows' | 'scale'>) => {
  const x = (block.start_ns + block.duration_ns / 2) * scale
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  return top < bottom && <line className="timeline-link" x1={x} x2={x} y1={middle(top)} y2={middle(bottom)} />
}

function BlockDrawing({ block, rows, scale, selected, current, injected }: BlockProps) {
  const x = block.start_ns * scale
  const width = Math.max(2, block.duration_ns * scale - 1)
  return (
    <g
      className="timeline-block"
      data-block={block.id}
      data-gate={block.gate ?? 'idle'}
      data-selected={block.id === selected}
      data-current={block.id === current}
      data-injected={block.id === injected}
    >
      {rows.map(row => (
        <rect key={row} x={x} y={middle(row) - BLOCK / 2} width={width} height={BLOCK} rx={2} />
      ))}
      {block.gate !== null && width > 24 && (
        <text x={x + width / 2} y={middle(Math.min(...rows)) + 4}>
          {block.gate}
        </text>
      )}
    </g>
  )
}
