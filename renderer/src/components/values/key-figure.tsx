/** One large number: label, value with unit, interval below. */
import { InfoSign } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import type { Estimate } from '../../../../main/contract/model/primitives'
import { boundOfNone, type NumberUnit, PERCENT, splitInterval } from '../../../../main/contract/numbers/interval-text'
import { confidence, confidenceLevel, estimate } from '../../draw/format/quantity'
import './key-figure.css'

interface FigureProps {
  readonly label: string
  /** The value with its unit. */
  readonly value: ReactNode
  /** Interval, limit or source. */
  readonly note?: ReactNode
  /** How the figure was computed, folded behind an info sign. */
  readonly method?: string
  readonly intent?: 'ok' | 'warn' | 'bad'
}

export function KeyFigure({ label, value, note, method, intent }: FigureProps) {
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
export const KeyFigureList = ({ children }: { readonly children: ReactNode }) => (
  <div className="pentad-figures">{children}</div>
)

interface EstimateFigureProps {
  readonly label: string
  /** Shown after the interval. */
  readonly verdict?: string
  readonly figure: Estimate
  readonly unit?: NumberUnit
  readonly intent?: 'ok' | 'warn' | 'bad'
}

/** Text below the value: its interval, or the reason for a missing value. */
function noteOf(figure: Estimate, unit: NumberUnit): string {
  const level = confidenceLevel(figure)
  const { low, high } = figure
  if (boundOfNone(figure, unit) !== null) return `The value is 0; upper end at ${level}`
  if (figure.value !== null) {
    const { interval } = splitInterval(figure, unit)
    return interval === null ? level : `${interval}, ${level}`
  }
  if (low === null && high === null) return level
  return low === null || high === null ? `a bound, not a figure; ${level}` : `bounds, not a figure; ${level}`
}

/**
 * An estimate: the value, or the bound where only that is known; below it the interval, and its method behind an info
 * sign.
 */
export function EstimateFigure({ label, figure, unit = PERCENT, intent, verdict }: EstimateFigureProps) {
  return (
    <KeyFigure
      label={label}
      value={boundOfNone(figure, unit) ?? splitInterval(figure, unit).value ?? estimate(figure, unit)}
      note={
        <>
          {noteOf(figure, unit)}
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
