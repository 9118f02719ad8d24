/** The colour scale in words and ticks; the same on every device, so that two maps can be compared by eye. */
import { type ColourScale, colourAt, ticksOf } from '../../draw/calibration/error-scale'
import { microseconds, percent } from '../../draw/format/quantity'

const STEPS = 40
const WIDTH = 200
/** Pixels for half of the longest label at an end, `≥ 1,000 µs`. */
const MARGIN = 34

const WRITE = { us: microseconds, probability: percent, ratio: (value: number) => `× ${value}` }

/** Sign before the value at an end of the scale: values beyond it have the colour of that end. */
const endSign = (place: number, rises: boolean) =>
  place === 0 ? (rises ? '≤ ' : '≥ ') : place === 1 ? (rises ? '≥ ' : '≤ ') : ''

export function ScaleLegend({ scale, what }: { readonly scale: ColourScale; readonly what: string }) {
  const write = WRITE[scale.unit]
  const label = `${what}: ${scale.title}, dark ${write(scale.best)} or better, bright ${write(scale.worst)} or worse`
  return (
    <figure className="backends-legend">
      <figcaption>
        {what}: {scale.title}; ▽ ▲ lie beyond its ends
      </figcaption>
      <svg width={WIDTH + 2 * MARGIN} height={32} role="img" aria-label={label}>
        {Array.from({ length: STEPS }, (_, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of stripes
            key={i}
            x={MARGIN + (WIDTH * i) / STEPS}
            y={0}
            width={WIDTH / STEPS + 0.5}
            height={12}
            fill={colourAt((i + 0.5) / STEPS)}
          />
        ))}
        {ticksOf(scale).map(({ value, place }) => (
          <g key={value} transform={`translate(${MARGIN + WIDTH * place} 12)`}>
            <line y2={4} stroke="currentColor" />
            <text y={16} textAnchor="middle" fontSize={11} fill="currentColor">
              {endSign(place, scale.best < scale.worst)}
              {write(value)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}
