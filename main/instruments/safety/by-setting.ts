/** Range and step of a value where they follow from another setting, as the range of a voltage source. */
import { parameterNamed } from '../drivers/for-model'
import type { Instrument } from '../drivers/instrument'
import type { ValueSpec } from '../drivers/schema'
import { InstrumentError, isFault } from '../model/fault'
import type { AccessOptions, ParameterAddress } from '../model/parameter'

type NumberRange = Extract<ValueSpec, { type: 'number' }>

/**
 * Values allowed at the current settings, and the setting that decides on them, such as `range is one_volt`; null where they are
 * always the same.
 */
export interface Allowed {
  readonly spec: NumberRange
  readonly while: string | null
}

/**
 * Asks the instrument for the setting. Rejects where it cannot be read, or is unknown to the driver file; urgent work gets the
 * widest range instead, as a drive to a safe value must not wait.
 */
export async function allowedNow(
  { instrument, parameter, channel }: ParameterAddress & { readonly instrument: Instrument },
  spec: NumberRange,
  asking: Pick<AccessOptions, 'cause' | 'urgent'>,
): Promise<Allowed> {
  const by = spec.range_by_setting
  if (!by) return { spec, while: null }
  const own = parameterNamed(instrument.driver, by.parameter)?.channels ? channel : null
  try {
    const { value } = await instrument.read(by.parameter, { ...asking, channel: own })
    const row = typeof value === 'string' && Object.hasOwn(by.values, value) ? by.values[value] : undefined
    if (!row)
      throw new InstrumentError('sensor_invalid', `${by.parameter} reads ${value}; ${parameter} has no range for it`)
    const { range, step = spec.step } = row
    return { spec: { ...spec, range, ...(step !== undefined && { step }) }, while: `${by.parameter} is ${value}` }
  } catch (error) {
    if (!isFault(error)) throw error
    if (asking.urgent) return { spec, while: null }
    throw error.at(instrument.id)
  }
}
