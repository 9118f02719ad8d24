/** What a run keeps of an instrument: which driver spoke to it, and what it was set to before and after. */
import { createHash } from 'node:crypto'
import type { InstrumentReading } from '../model/reading'
import type { DriverFile } from './schema'
import { agrees } from './values'

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value, sortedKeys)).digest('hex')

/**
 * Keys in order, so that a file written otherwise has the same hash. Keys that are whole numbers, such as codes of a driver, come by
 * value before the others, unlike in canonical JSON (RFC 8785): records hold these hashes.
 */
const sortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Of everything that a driver file says, golden vectors apart. */
export const driverHash = ({ vectors: _, ...driver }: DriverFile): string => sha256(driver)

/** What can be set, without the moments of reading: two snapshots of the same settings have the same hash. */
export const snapshotHash = (driver: DriverFile, readings: readonly InstrumentReading[]): string =>
  sha256(settingsOf(driver, readings).map(({ parameter, channel, value }) => [parameter, channel, value]))

/** Settings that are no longer what they were, beyond the tolerance of each. */
export function changedSettings(
  driver: DriverFile,
  before: readonly InstrumentReading[],
  after: readonly InstrumentReading[],
): InstrumentReading[] {
  return settingsOf(driver, after).filter(now => {
    const was = before.find(({ parameter, channel }) => parameter === now.parameter && channel === now.channel)
    const { value, tolerance } = driver.parameters[now.parameter]!
    return !was || !agrees(value, { tolerance, wanted: was.value, found: now.value })
  })
}

const settingsOf = (driver: DriverFile, readings: readonly InstrumentReading[]) =>
  readings.filter(({ parameter }) => driver.parameters[parameter]?.set !== undefined)
