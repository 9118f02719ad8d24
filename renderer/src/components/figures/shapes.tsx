/** A drawing as SVG elements; the exported file is written by draw/figures/svg.ts from the same shapes. */
import { memo, useId } from 'react'
import type { Drawing, Shape, Stroke } from '../../draw/figures/drawing'
import { FIGURE_FONT, number, pathData } from '../../draw/figures/svg'
import type { TextRun } from '../../draw/figures/typeset'

interface Props {
  readonly drawing: Drawing
  /** Called with the description of the mark under the pointer; null when there is none. */
  readonly onTip: (tip: string | null) => void
}

/** Memoized: a drawing has hundreds of shapes, and its parent renders again for each mark under the pointer. */
export const DrawingView = memo(function DrawingView({ drawing, onTip }: Props) {
  const id = useId()
  const { width, height, alt, shapes } = drawing
  return (
    <svg
      className="pentad-figure-drawing"
      viewBox={`0 0 ${number(width)} ${number(height)}`}
      role="img"
      aria-label={alt}
      fontFamily={FIGURE_FONT}
      onPointerMove={event => onTip((event.target as SVGElement).getAttribute('data-tip'))}
      onPointerLeave={() => onTip(null)}
    >
      <Shapes shapes={shapes} id={id} />
    </svg>
  )
})

const Shapes = ({ shapes, id }: { readonly shapes: readonly Shape[]; readonly id: string }) =>
  numbered(shapes).map(({ item, number: at }) => <ShapeView key={at} shape={item} id={`${id}-${at}`} />)

/** Items with their index as key: shapes and text runs have no other identity. */
const numbered = <T,>(items: readonly T[]) => items.map((item, at) => ({ item, number: at }))

function ShapeView({ shape, id }: { readonly shape: Shape; readonly id: string }) {
  switch (shape.kind) {
    case 'line':
      return <path d={pathData(shape.places)} fill="none" {...strokeOf(shape.stroke)} />
    case 'area':
      return <path d={pathData(shape.places, true)} {...paintOf(shape)} />
    case 'circle':
      return <circle cx={number(shape.at[0])} cy={number(shape.at[1])} r={number(shape.radius)} {...paintOf(shape)} />
    case 'text':
      return <TextView shape={shape} />
    case 'clip':
      return (
        <>
          <clipPath id={id}>
            <rect {...shape.box} />
          </clipPath>
          <g clipPath={`url(#${id})`}>
            <Shapes shapes={shape.shapes} id={id} />
          </g>
        </>
      )
  }
}

const strokeOf = ({ colour, width, dash = [] }: Stroke) => ({
  stroke: colour,
  strokeWidth: width,
  strokeLinejoin: 'round' as const,
  ...(dash.length > 0 && { strokeDasharray: dash.join(' ') }),
})

const paintOf = ({ fill, stroke, tip }: Extract<Shape, { kind: 'area' | 'circle' }>) => ({
  fill: fill?.colour ?? 'none',
  ...(fill && fill.opacity < 1 && { fillOpacity: fill.opacity }),
  ...(stroke && strokeOf(stroke)),
  ...(tip !== undefined && { 'data-tip': tip }),
})

function TextView({ shape }: { readonly shape: Extract<Shape, { kind: 'text' }> }) {
  const { at, runs, size, anchor, colour, turned } = shape
  const [x, y] = at.map(number)
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fill={colour}
      textAnchor={anchor}
      {...(turned && { transform: `rotate(-90 ${x} ${y})` })}
    >
      {numbered(runs).map(({ item, number: place }) => (
        <RunView key={place} run={item} before={runs[place - 1]} size={size} />
      ))}
    </text>
  )
}

interface RunProps {
  readonly run: TextRun
  readonly before: TextRun | undefined
  readonly size: number
}

/** Baselines are moved by `dy`, which accumulates from run to run. */
const RunView = ({ run, before, size }: RunProps) => (
  <tspan
    dy={number(((before?.rise ?? 0) - run.rise) * size)}
    fontSize={size * run.scale}
    {...(run.face === 'italic' && { fontStyle: 'italic' })}
    {...(run.face === 'bold' && { fontWeight: 700 })}
  >
    {run.text}
  </tspan>
)
