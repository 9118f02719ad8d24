/** Channels and preconditions of a lab file against what the drivers of their instruments have. */
import { gatherFaults } from '../../backends/files/fault-list'
import { invalidFile } from '../../backends/files/invalid-file'
import { forChannel } from '../../instruments/drivers/for-model'
import type { DriverFile } from '../../instruments/drivers/schema'
import { checkValue } from '../../instruments/drivers/values'
import { InstrumentError } from '../../instruments/model/fault'
import type { Lab } from './lab-file'

interface Place {
  readonly instrument: string
  readonly parameter: string
  readonly channel: string | null
  readonly unit: string | null
}

/**
 * Throws `invalid_file` with the place of each that does not fit. An instrument whose driver is not there (its file may be
 * refused) is left alone: it is reported where instruments are listed.
 */
export function refuseMisfits(lab: Lab, drivers: ReadonlyMap<string, DriverFile>): void {
  const placed = [...lab.sequencers, ...lab.instruments]
  const faults = gatherFaults()
  const refuse = (pointer: string, message: string): void =>
    faults.attempt(() => {
      throw invalidFile(lab.file, { pointer }, message)
    }, undefined)
  const specOf = ({ instrument, parameter, channel, unit }: Place, at: string) => {
    const driver = drivers.get(placed.find(({ id }) => id === instrument)?.driver ?? '')
    if (!driver) return null
    const spec = Object.hasOwn(driver.parameters, parameter) ? driver.parameters[parameter] : undefined
    if (!spec) {
      refuse(
        `${at}/parameter`,
        `${driver.id} has no ${parameter}; it has ${Object.keys(driver.parameters).join(', ')}.`,
      )
      return null
    }
    const channels: readonly (string | null)[] = spec.channels ?? [null]
    if (!channels.includes(channel))
      refuse(
        `${at}/channel`,
        spec.channels ? `${parameter} has the channels ${spec.channels.join(', ')}.` : `${parameter} has no channels.`,
      )
    if (unit !== null && (spec.value.type !== 'number' || spec.value.unit !== unit))
      refuse(
        `${at}/unit`,
        spec.value.type === 'number' ? `${parameter} is given in ${spec.value.unit}.` : `${parameter} is no number.`,
      )
    return forChannel(spec, channel)
  }
  for (const [index, channel] of lab.channels.entries()) {
    const at = `/channels/${index}`
    const spec = specOf(channel, at)
    if (!spec) continue
    for (const field of ['min', 'max', 'ramp_per_s'] as const)
      if (channel[field] !== null && spec.value.type !== 'number')
        refuse(`${at}/${field}`, `${channel.parameter} is no number.`)
    if (spec.value.type === 'number')
      for (const field of ['min', 'max'] as const) {
        const [low, high] = spec.value.range
        const figure = channel[field]
        if (figure !== null && (figure < low || figure > high))
          refuse(`${at}/${field}`, `${channel.parameter} takes ${low} to ${high} ${spec.value.unit ?? ''}.`)
      }
    if (channel.safe_value === undefined) continue
    try {
      checkValue(spec.value, channel.safe_value, channel.parameter)
    } catch (error) {
      if (!(error instanceof InstrumentError)) throw error
      refuse(`${at}/safe_value`, `${error.message}.`)
    }
  }
  for (const [index, precondition] of lab.preconditions.entries()) {
    const spec = specOf(precondition, `/preconditions/${index}`)
    if (spec && spec.value.type !== 'number')
      refuse(`/preconditions/${index}/parameter`, `${precondition.parameter} is no number to compare.`)
  }
  faults.refuse()
}
