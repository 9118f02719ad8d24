/** Instruments as lists show them. */
import type { InstrumentDetail, InstrumentSummary, SafeStatus } from '../../contract/instruments/instrument'
import type { Sequencer } from '../../contract/instruments/lab'
import type { LabChannel } from '../../contract/instruments/lab-profile'
import type { LeaseState } from '../../contract/instruments/lease'
import type { DriverFile } from '../../instruments/drivers/schema'
import { driverHash } from '../../instruments/drivers/snapshot'
import type { Registry } from '../../instruments/registry/registry'
import type { InstrumentStatus } from '../../instruments/registry/slots'
import { problemOfFault, unknownInstrument } from '../model/app-errors'
import type { Drivers } from '../model/drivers'
import { isSimulated } from '../profile/changes'
import { type Lab, type LoadedSequencer, type Member, membersOf } from '../profile/lab-file'
import { consoleOf, formsOf } from './forms'

export interface Summaries {
  list(): InstrumentSummary[]
  /** Throws `not_found` for an instrument that the lab does not have. */
  requireKnown(id: string): void
  /** Throws `not_found`. */
  one(id: string): InstrumentSummary
  /** Throws `not_found`. Nothing is sent to the instrument. */
  detail(id: string): InstrumentDetail
  sequencers(): Sequencer[]
  labelOf(id: string): string
  /** Whether an instrument is simulated, by its address. */
  isSimulated(id: string): boolean
  /** Channel of a parameter in the lab profile; null where it is not named there. */
  channelOf(id: string, parameter: string, channel: string | null): LabChannel | null
}

interface SummaryParts {
  readonly registry: Registry
  readonly labNow: () => Lab
  readonly drivers: Drivers
  readonly leases: { state(id: string): LeaseState }
  readonly safe: { statusOf(id: string): SafeStatus }
}

export function createSummaries({ registry, labNow, drivers, leases, safe }: SummaryParts): Summaries {
  const find = (id: string): { status: InstrumentStatus; member: Member } => {
    const status = registry.list().find(one => one.id === id)
    const member = membersOf(labNow()).find(one => one.id === id)
    if (status && member) return { status, member }
    throw unknownInstrument(
      id,
      membersOf(labNow()).map(one => one.id),
    )
  }
  const driverOf = ({ instrument, driver }: InstrumentStatus): DriverFile | null =>
    instrument?.driver ?? drivers.all.get(driver) ?? null
  const channelOf = (id: string, parameter: string, channel: string | null): LabChannel | null =>
    labNow().channels.find(one => one.instrument === id && one.parameter === parameter && one.channel === channel) ??
    null

  const summary = ({ status, member }: { status: InstrumentStatus; member: Member }): InstrumentSummary => {
    const { id, label, driver, serial_number, state, problem, instrument } = status
    const file = driverOf(status)
    return {
      instrument_id: id,
      label,
      driver,
      state,
      role: 'role' in member ? member.role : 'sequencer',
      vendor: instrument?.identity.vendor ?? file?.vendor ?? null,
      model: instrument?.identity.model ?? null,
      serial_number: instrument?.identity.serial_number ?? null,
      expected_serial_number: serial_number,
      firmware: instrument?.identity.firmware ?? null,
      address: member.address,
      port: instrument?.connection.path ?? null,
      simulated: instrument?.connection.simulated ?? isSimulated(member),
      problem: problem && problemOfFault(problem),
      lease: leases.state(id),
      safe_state: safe.statusOf(id),
      queued: instrument?.queued ?? 0,
      found_errors: [...(instrument?.foundErrors ?? [])],
    }
  }
  const detail = (id: string): InstrumentDetail => {
    const found = find(id)
    const file = driverOf(found.status)
    const parts = {
      channelOf: (parameter: string, channel: string | null) => channelOf(id, parameter, channel),
      latest: (parameter: string, channel: string | null) => registry.latest(id, parameter, channel),
    }
    return {
      ...summary(found),
      manual: file?.manual ?? '',
      driver_sha256: file && driverHash(file),
      options: { ...file?.options, ...found.member.options },
      console: file
        ? consoleOf(file)
        : { kind: 'none', hint: `There is no driver ${found.status.driver}: add its file.` },
      parameters: file ? formsOf(file, parts) : [],
    }
  }
  return {
    list: () => membersOf(labNow()).map(({ id }) => summary(find(id))),
    requireKnown: id => void find(id),
    one: id => summary(find(id)),
    detail,
    sequencers: () =>
      labNow().sequencers.map(sequencer => ({
        ...summary(find(sequencer.id)),
        device_id: sequencer.device_id,
        backend_ids: [sequencer.device_id],
        profile: limitsOf(sequencer),
      })),
    labelOf: id => membersOf(labNow()).find(one => one.id === id)?.label ?? id,
    isSimulated: id => membersOf(labNow()).some(one => one.id === id && isSimulated(one)),
    channelOf,
  }
}

function limitsOf({ limits }: LoadedSequencer): Sequencer['profile'] {
  const { profile_id, description, grid_ns, instructions, readout_instructions, bins, registers } = limits
  const { feedforward_latency_ns, timestamps, program_bytes, link_bytes_per_s } = limits
  return {
    profile_id,
    description,
    grid_ns,
    instructions,
    readout_instructions,
    bins,
    registers,
    feedforward_latency_ns,
    timestamps,
    program_bytes,
    link_bytes_per_s,
  }
}
