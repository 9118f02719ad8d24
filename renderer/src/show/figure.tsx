/** One number, large enough to read across a room: label, value with unit, interval underneath. */
import { InfoSign } from '@blueprintjs/icons'
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
import { confidence, confidenceLevel, estimate } from '../draw/format/quantity'
import './figure.css'

interface FigureProps {
  readonly label: string
  /** With its unit. */
  readonly value: ReactNode
  /** Interval, limit or source. */
  readonly note?: ReactNode
  /** How it was computed: folded away behind an i. */
  readonly method?: string
  readonly intent?: 'ok' | 'warn' | 'bad'
}

export function Figure({ label, value, note, method, intent }: FigureProps) {
  return (
    <div className="pentad-figure" data-intent={intent}>
      <span className="pentad-figure-label">{label}</span>
      <span className="pentad-figure-value">{value}</span>
      {note !== undefined && <span className="pentad-figure-note">{note}</span>}
      {method && (
        <details className="pentad-figure-note pentad-figure-method">
          <summary aria-label={`Method of ${label}`}>
            <InfoSign size={12} aria-hidden /> method
          </summary>
          {method}
        </details>
      )}
    </div>
  )
}

/** Figures side by side. */
export const FigureList = ({ children }: { readonly children: ReactNode }) => (
  <div className="pentad-figures">{children}</div>
)

interface EstimateFigureProps {
  readonly label: string
  /** Said after the interval. */
  readonly verdict?: string
  readonly figure: Estimate
  readonly unit?: NumberUnit
  readonly intent?: 'ok' | 'warn' | 'bad'
}

/** Nothing was seen at all, or what was seen tells too little. */
const absent = (figure: Estimate) =>
  figure.low === null && figure.high === null ? missingReason(figure) : UNDETERMINED

/** An estimate: the value large, its interval underneath, how it was made behind an i; a bound where only that is known. */
export function EstimateFigure({ label, figure, unit = PERCENT, intent, verdict }: EstimateFigureProps) {
  const oneSided = boundOfInterval(figure, unit)
  const { value, interval } = splitInterval(figure, unit)
  const level = confidenceLevel(figure)
  const known = oneSided ? `a bound, not a figure; ${level}` : interval === null ? level : `${interval}, ${level}`
  return (
    <Figure
      label={label}
      value={oneSided ?? value ?? absent(figure)}
      note={
        <>
          {known}
          {verdict && `: ${verdict}`}
        </>
      }
      method={figure.method}
      {...(intent && { intent })}
    />
  )
}

/** An estimate in running text or a table cell. */
export function EstimateText({ figure, unit = PERCENT }: { readonly figure: Estimate; readonly unit?: NumberUnit }) {
  return <span title={confidence(figure)}>{estimate(figure, unit)}</span>
}
