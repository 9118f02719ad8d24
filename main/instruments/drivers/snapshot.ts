/** Snapshots of an instrument in records: its driver, and its settings before and after. */
import { createHash } from 'node:crypto'
import type { InstrumentReading } from '../model/request'
import { agrees, parameterNamed } from './parameter-spec'
import type { DriverFile } from './schema'

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value, sortedKeys)).digest('hex')

/**
 * Keys in order, so that a file written otherwise has the same hash. Keys that are whole numbers, such as codes of a driver, come by
 * value before the others, unlike in canonical JSON (RFC 8785): records hold these hashes.
 */
const sortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** SHA-256 of a driver file without its golden vectors. */
export const driverHash = ({ vectors: _, ...driver }: DriverFile): string => sha256(driver)

/** Hash of all settable parameters without the times of reading: equal for equal settings. */
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
    const { value, tolerance } = parameterNamed(driver, now.parameter)!
    return !was || !agrees(value, { tolerance, wanted: was.value, found: now.value })
  })
}

const settingsOf = (driver: DriverFile, readings: readonly InstrumentReading[]) =>
  readings.filter(({ parameter }) => parameterNamed(driver, parameter)?.set !== undefined)
