/** Drives to safe values by hand, and the status of each instrument since. */
import type { SafeStatus } from '../../contract/instruments/instrument'
import type { SafeStateReply } from '../../contract/instruments/limits'
import { isoTime } from '../../contract/model/iso-time'
import type { Caller } from '../../contract/service/account'
import { worksOf } from '../../instruments/registry/leases'
import type { Registry } from '../../instruments/registry/registry'
import { isSimulatedStatus } from '../../instruments/registry/slots'
import { type ChannelPolicy, driveSafe, type SafeOutcome } from '../../instruments/safety/safe-states'
import { causeOf } from '../model/actor'
import { problemOfFault, unknownInstrument } from '../model/app-errors'
import type { Lab } from '../profile/lab-file'
import { rampAtRate } from './parameters'

export interface SafeDrives {
  /** Drives all instruments, or one, before every queue and lease. Throws `not_found`. */
  drive(caller: Caller, id?: string): Promise<SafeStateReply>
  statusOf(id: string): SafeStatus
  /** Notes that an instrument was set or lost: a status from before does not hold any more. */
  wasChanged(id: string): void
}

interface SafeParts {
  readonly registry: Registry
  readonly labNow: () => Lab
  readonly now: () => number
  readonly onDriven: (reply: SafeStateReply, caller: Caller) => void
  /** Called when the status of an instrument has changed. */
  readonly onStatus: (id: string) => void
}

export function createSafeDrives({ registry, labNow, now, onDriven, onStatus }: SafeParts): SafeDrives {
  const statuses = new Map<string, SafeStatus>()
  const hasSafe = (id: string): boolean => {
    const driver = registry.list().find(one => one.id === id)?.instrument?.driver
    return (
      Object.values(driver?.parameters ?? {}).some(({ safe }) => safe !== undefined) ||
      labNow().channels.some(({ instrument, safe_value }) => instrument === id && safe_value !== undefined)
    )
  }
  const shown = ({ instrument, outcome, values, problem }: SafeOutcome): SafeStateReply['items'][number] => {
    const found = registry.list().find(({ id }) => id === instrument)
    return {
      instrument_id: instrument,
      label: found?.label ?? instrument,
      simulated: found !== undefined && isSimulatedStatus(found),
      outcome,
      values: values.map(one => ({ ...one })),
      problem: problem && problemOfFault(problem),
    }
  }
  const holdersOf = (id: string) => {
    const holder = registry.leases.holderOf(id)
    return holder ? worksOf(holder) : []
  }
  return {
    async drive(caller, id) {
      const known = registry.list()
      if (id !== undefined && !known.some(one => one.id === id))
        throw unknownInstrument(
          id,
          known.map(one => one.id),
        )
      const chosen = known.filter(one => id === undefined || one.id === id)
      const ended = new Set(chosen.flatMap(({ id }) => holdersOf(id).map(({ label }) => label)))
      const outcomes = await driveSafe({
        registry,
        ...(id !== undefined && { instruments: [id] }),
        policies: policiesOf(labNow()),
        occasion: 'button',
        cause: causeOf(caller),
      })
      const at = isoTime(now())
      for (const { instrument, outcome } of outcomes) {
        statuses.set(instrument, { status: outcome, at })
        onStatus(instrument)
      }
      const reply = { items: outcomes.map(shown), ended: [...ended], at }
      onDriven(reply, caller)
      return reply
    },
    statusOf: id => statuses.get(id) ?? { status: hasSafe(id) ? 'unknown' : 'none', at: null },
    wasChanged: id => {
      if (statuses.delete(id)) onStatus(id)
    },
  }
}

/** Policies of the lab for each channel, for `driveSafe` on any occasion. */
export const policiesOf = ({ channels }: Pick<Lab, 'channels'>): ChannelPolicy[] =>
  channels.map(({ instrument, parameter, channel, safe_value, on_quit, on_abort, on_link_lost, ramp_per_s }) => ({
    instrument,
    parameter,
    channel,
    ...(safe_value !== undefined && { safe_value }),
    ...(on_quit && { on_quit }),
    ...(on_abort && { on_abort }),
    ...(on_link_lost && { on_link_lost }),
    ...(ramp_per_s !== null && { ramp: rampAtRate(ramp_per_s) }),
  }))
