/** Contradictions between a lab file and the drivers of its instruments. */
import { gatherFaults } from '../../backends/files/fault-list'
import { invalidFile } from '../../backends/files/invalid-file'
import { checkValue, forChannel, parameterNamed } from '../../instruments/drivers/parameter-spec'
import type { DriverFile } from '../../instruments/drivers/schema'
import { InstrumentError } from '../../instruments/model/fault'
import type { ParameterAddress } from '../../instruments/model/request'
import type { Lab, Member } from './lab-file'

/** A parameter of an instrument as the lab file names it. */
interface NamedParameter extends ParameterAddress {
  readonly instrument: string
  readonly unit: string | null
}

interface Misfit {
  readonly pointer: string
  readonly message: string
}

/** Options that the program itself reads of a sequencer, whatever its driver. */
const OF_SEQUENCERS: readonly string[] = ['slot', 'sequencer']

/** Faults for options that the driver does not know: they would be ignored, and another module would be driven. */
export function optionMisfits(options: Member['options'], driver: DriverFile): Misfit[] {
  const known = Object.keys(driver.options)
  if (driver.role === 'sequencer') known.push(...OF_SEQUENCERS.filter(name => !known.includes(name)))
  return Object.keys(options ?? {}).flatMap(name =>
    known.includes(name)
      ? []
      : [
          {
            pointer: `/options/${name}`,
            message: `${driver.id} has no option ${name}; it has ${known.join(', ') || 'none'}.`,
          },
        ],
  )
}

/** Contradictions between the lab and the driver of an instrument or a sequencer. Only sequencers have limits. */
export function memberMisfits(member: Member, driver: DriverFile): Misfit[] {
  const isSequencer = 'limits' in member
  const misfits = optionMisfits(member.options, driver)
  if (isSequencer !== (driver.role === 'sequencer'))
    misfits.unshift({
      pointer: '/driver',
      message: isSequencer
        ? `${driver.id} is the driver of another kind of instrument, its role ${driver.role}; a sequencer needs one of the role sequencer.`
        : `${driver.id} is the driver of a sequencer; the lab file names it under sequencers, with its device.`,
    })
  return misfits
}

interface KnownDrivers {
  readonly all: ReadonlyMap<string, DriverFile>
  hasTwin(driver: string): boolean
}

/**
 * Throws `invalid_file` with the place of each that does not fit. An instrument whose driver is not there (its file may be
 * refused) is left alone: it is reported where instruments are listed.
 */
export function refuseMisfits(lab: Lab, { all: drivers, hasTwin }: KnownDrivers): void {
  const placed = [...lab.sequencers, ...lab.instruments]
  const faults = gatherFaults()
  const refuse = (pointer: string, message: string): void =>
    faults.attempt(() => {
      throw invalidFile(lab.file, { pointer }, message)
    }, undefined)
  const specOf = ({ instrument, parameter, channel, unit }: NamedParameter, at: string) => {
    const driver = drivers.get(placed.find(({ id }) => id === instrument)?.driver ?? '')
    if (!driver) return null
    const spec = parameterNamed(driver, parameter)
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
  for (const table of ['sequencers', 'instruments'] as const)
    for (const [index, member] of lab[table].entries()) {
      const driver = drivers.get(member.driver)
      for (const { pointer, message } of driver ? memberMisfits(member, driver) : [])
        refuse(`/${table}/${index}${pointer}`, message)
      if (driver && member.address.kind === 'twin' && !hasTwin(driver.id))
        refuse(`/${table}/${index}/address/kind`, `${member.driver} has no twin; connect the instrument itself.`)
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
