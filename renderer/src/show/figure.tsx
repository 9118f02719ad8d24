/** One number, large enough to read across a room: label, value with unit, interval underneath. */
import type { ReactNode } from 'react'
import type { Estimate } from '../../../main/contract/model/primitives'
import {
  boundOfInterval,
  missingReason,
  type NumberUnit,
  PERCENT,
  splitInterval,
  UNDETERMINED,
} from '../../../main/contract/numbers/interval-text'
import { confidence, estimate } from '../draw/format/quantity'

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
  readonly unit?: NumberUnit
  readonly intent?: 'ok' | 'warn' | 'bad'
}

/** Nothing was seen at all, or what was seen tells too little. */
const absent = (figure: Estimate) =>
  figure.low === null && figure.high === null ? missingReason(figure) : UNDETERMINED

/** An estimate: the value large, its interval and how it was made underneath; a bound where only that is known. */
export function EstimateFigure({ label, figure, unit = PERCENT, intent }: EstimateFigureProps) {
  const oneSided = boundOfInterval(figure, unit)
  const { value, interval } = splitInterval(figure, unit)
  const note = interval === null ? confidence(figure) : `${interval} (${confidence(figure)})`
  return (
    <Figure
      label={label}
      value={oneSided ?? value ?? absent(figure)}
      note={oneSided ? `a bound, not a figure (${confidence(figure)})` : note}
      {...(intent && { intent })}
    />
  )
}

/** An estimate in running text or a table cell. */
export function EstimateText({ figure, unit = PERCENT }: { readonly figure: Estimate; readonly unit?: NumberUnit }) {
  return <span title={confidence(figure)}>{estimate(figure, unit)}</span>
}
