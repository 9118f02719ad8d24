/** Outputs that the lab keeps within limits: a line typed by hand, or the front panel, may have set one beyond them. */
import type { Instrument } from '../instruments/drivers/instrument'
import type { Cause } from '../instruments/exchange/command-log'
import { isFault } from '../instruments/model/fault'

/** A channel of the lab profile; null: no limit on that side. */
export interface KeptOutput {
  readonly label: string
  readonly parameter: string
  readonly channel: string | null
  readonly min: number | null
  readonly max: number | null
}

interface InstrumentWithOutputs {
  readonly instrument: Pick<Instrument, 'id' | 'driver' | 'get'>
  readonly outputs: readonly KeptOutput[]
}

/** What stands beyond its limits, and where, with figures. Reads, and sets nothing. */
export async function outputsBeyondLimits(all: readonly InstrumentWithOutputs[], cause: Cause): Promise<string[]> {
  const found = await Promise.all(
    all.map(async ({ instrument, outputs }) => {
      const messages: (string | null)[] = []
      for (const output of outputs) messages.push(await beyondLimits(instrument, output, cause))
      return messages
    }),
  )
  return found.flat().filter(message => message !== null)
}

async function beyondLimits(
  instrument: InstrumentWithOutputs['instrument'],
  { label, parameter, channel, min, max }: KeptOutput,
  cause: Cause,
): Promise<string | null> {
  const spec = instrument.driver.parameters[parameter]
  if (spec?.set === undefined) return null
  const reading = await instrument.get(parameter, { channel, cause }).catch(error => {
    // Another model may have fewer channels, and what is refused is no output that stands somewhere.
    if (isFault(error, 'refused', 'unknown_channel')) return null
    throw error
  })
  if (typeof reading?.value !== 'number') return null
  const { value } = reading
  if ((min === null || value >= min - spec.tolerance) && (max === null || value <= max + spec.tolerance)) return null
  const unit = reading.unit ? ` ${reading.unit}` : ''
  const limits =
    min === null ? `at most ${max}${unit}` : max === null ? `at least ${min}${unit}` : `${min} to ${max}${unit}`
  const where = `${parameter}${channel === null ? '' : ` ${channel}`} of ${instrument.id}`
  return `${label}: ${where} is ${value}${unit}; this lab keeps it to ${limits}`
}
