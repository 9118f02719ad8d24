/** Outputs that the lab keeps within limits: a line typed by hand, or the front panel, may have set one beyond them. */
import type { InstrumentReading } from '../model/parameter'

/** A channel of the lab profile; null: no limit on that side. */
export interface LimitedOutput {
  readonly label: string
  readonly parameter: string
  readonly channel: string | null
  readonly min: number | null
  readonly max: number | null
}

/** Whether the lab limits a channel at all. */
export const isLimited = ({ min, max }: Pick<LimitedOutput, 'min' | 'max'>): boolean => min !== null || max !== null

/** Where it stands beyond its limits, with figures; null where it does not, or is no number. */
export function outputBreach(
  { label, parameter, channel, min, max }: LimitedOutput,
  { value, unit: spoken }: Pick<InstrumentReading, 'value' | 'unit'>,
  { instrument, tolerance }: { readonly instrument: string; readonly tolerance: number },
): string | null {
  if (typeof value !== 'number') return null
  if ((min === null || value >= min - tolerance) && (max === null || value <= max + tolerance)) return null
  const unit = spoken ? ` ${spoken}` : ''
  const limits =
    min === null ? `at most ${max}${unit}` : max === null ? `at least ${min}${unit}` : `${min} to ${max}${unit}`
  const where = `${parameter}${channel === null ? '' : ` ${channel}`} of ${instrument}`
  return `${label}: ${where} is ${value}${unit}; this lab keeps it to ${limits}`
}
