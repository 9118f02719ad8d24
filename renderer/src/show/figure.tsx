/** One number, large enough to read across a room: label, value with unit, interval underneath. */
import type { ReactNode } from 'react'
import type { Estimate } from '../../../main/contract/model/primitives'
import { bound, confidence, estimate, missingReason, percent, UNDETERMINED } from '../draw/format/quantity'

interface FigureProps {
  readonly label: string
  /** With its unit. */
  readonly value: ReactNode
  /** Interval, limit or source. */
  readonly note?: ReactNode
  readonly intent?: 'ok' | 'warn' | 'bad'
}

export function Figure({ label, value, note, intent }: FigureProps) {
  return (
    <div className="pentad-figure" data-intent={intent}>
      <span className="pentad-figure-label">{label}</span>
      <span className="pentad-figure-value">{value}</span>
      {note !== undefined && <span className="pentad-figure-note">{note}</span>}
    </div>
  )
}

/** Figures side by side. */
export const FigureList = ({ children }: { readonly children: ReactNode }) => (
  <div className="pentad-figures">{children}</div>
)

interface EstimateFigureProps {
  readonly label: string
  readonly figure: Estimate
  readonly write?: (value: number | null) => string
  readonly intent?: 'ok' | 'warn' | 'bad'
}

/** Nothing was seen at all, or what was seen tells too little. */
const absent = (figure: Estimate) =>
  figure.low === null && figure.high === null ? missingReason(figure) : UNDETERMINED

/** An estimate: the value large, its interval and how it was made underneath; a bound where only that is known. */
export function EstimateFigure({ label, figure, write = percent, intent }: EstimateFigureProps) {
  const oneSided = bound(figure, write)
  const open = figure.low === null && figure.high === null
  const interval = open ? confidence(figure) : `${write(figure.low)} … ${write(figure.high)} (${confidence(figure)})`
  return (
    <Figure
      label={label}
      value={oneSided ?? (figure.value === null ? absent(figure) : write(figure.value))}
      note={oneSided ? `a bound, not a figure (${confidence(figure)})` : interval}
      {...(intent && { intent })}
    />
  )
}

/** An estimate in running text or a table cell. */
export function EstimateText({
  figure,
  write = percent,
}: {
  readonly figure: Estimate
  readonly write?: (value: number | null) => string
}) {
  return <span title={confidence(figure)}>{estimate(figure, write)}</span>
}
