import type { TwinFaultScript, TwinFaultState } from '../../contract/instruments/twin-faults'
import { AppError } from '../../contract/model/errors'
import { unknownInstrument } from '../model/app-errors'
import { type Lab, membersOf } from '../profile/lab-file'
import type { LabTwins, TwinLineFault, WireFault } from './lab-twins'

/**
 * Scripted faults on the lines of twins. Both calls reject with `not_found`, and with `not_a_twin` for an instrument
 * that is no twin of this program.
 */
export interface TwinFaults {
  get(id: string): Promise<TwinFaultState>
  /** Sets a script and returns the state once it is in effect. */
  set(id: string, script: TwinFaultScript): Promise<TwinFaultState>
}

interface TwinFaultsOptions {
  readonly twins: LabTwins
  readonly labNow: () => Lab
  /** Looks at once for a twin that is not connected, without its back-off: new faults may let it answer. */
  readonly look: (id: string) => Promise<void>
}

export function createTwinFaults({ twins, labNow, look }: TwinFaultsOptions): TwinFaults {
  const nameOf = (id: string): string => {
    const members = membersOf(labNow())
    const member = members.find(one => one.id === id)
    if (!member)
      throw unknownInstrument(
        id,
        members.map(one => one.id),
      )
    if (member.address.kind === 'twin') return member.address.name
    throw new AppError(
      'not_a_twin',
      `${id} is at a ${member.address.kind} port; faults can be set on the program’s own twins alone`,
      {
        details: { instrument_id: id },
      },
    )
  }
  const get = async (id: string): Promise<TwinFaultState> => {
    const name = nameOf(id)
    const { seed, faults } = await twins.faultsLeft(name)
    const script = faults.map(({ reply, fault }) => ({ after_replies: reply, fault: shown(fault) }))
    return { instrument_id: id, seed, script, plugged_in: twins.isPluggedIn(name) }
  }
  return {
    get,
    async set(id, { seed, script }) {
      await twins.setFaults(nameOf(id), {
        seed,
        faults: script.map(({ after_replies, fault }) => ({ reply: after_replies, fault: lineFault(fault) })),
      })
      void look(id)
      return get(id)
    },
  }
}

function lineFault(fault: WireFault): TwinLineFault {
  if (fault.kind !== 'unplug') return fault
  const { serial_number, ...unplug } = fault
  return { ...unplug, ...(serial_number !== null && { serial_number }) }
}

const shown = (fault: TwinLineFault): WireFault =>
  fault.kind === 'unplug' ? { returns_after_ms: null, serial_number: null, ...fault } : fault
