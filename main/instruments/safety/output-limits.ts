/** Outputs that the lab keeps within limits: a line typed by hand, or the front panel, may have set one beyond them. */
import type { Instrument } from '../drivers/instrument'
import { isFault } from '../model/fault'
import type { Cause, InstrumentReading, ParameterAddress } from '../model/request'

/** A channel of the lab profile; null: no limit on that side. */
export interface LimitedOutput extends ParameterAddress {
  readonly label: string
  readonly min: number | null
  readonly max: number | null
}

/** Whether the lab limits a channel at all. */
export const isLimited = ({ min, max }: Pick<LimitedOutput, 'min' | 'max'>): boolean => min !== null || max !== null

/** Null where the output has no value: another model may have fewer channels, and an instrument may refuse the question. */
export async function readOutput(
  instrument: Pick<Instrument, 'read'>,
  { parameter, channel }: ParameterAddress,
  cause: Cause,
): Promise<InstrumentReading | null> {
  try {
    return await instrument.read(parameter, { channel, cause })
  } catch (error) {
    if (isFault(error, 'refused', 'unknown_channel')) return null
    throw error
  }
}

/** Message with figures where the output is beyond its limits; null otherwise, and for a value that is no number. */
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
