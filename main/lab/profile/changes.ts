/** Changes of the lab that were made in the window, as they are stored and applied to the lab file. */
import { z } from 'zod'
import { MOCK } from '../../backends/listing'
import { InstrumentChange } from '../../contract/instruments/instrument'
import { LabInstrument } from '../../contract/instruments/lab-profile'
import { InstrumentId } from '../../contract/instruments/reading'
import { AppError } from '../../contract/model/errors'
import { definedFields } from '../../contract/model/primitives'
import { isSimulatedAddress } from '../../instruments/registry/ports'
import { mayShareTwin } from './contradictions'
import { type Lab, type LoadedSequencer, membersOf } from './lab-file'

export const KeptChange = z.object({
  at: z.int(),
  actor: z.string(),
  text: z.string(),
  change: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('add'), instrument: LabInstrument }),
    z.strictObject({ kind: z.literal('edit'), id: InstrumentId, to: InstrumentChange }),
    z.strictObject({ kind: z.literal('remove'), id: InstrumentId }),
  ]),
})
export type KeptChange = z.infer<typeof KeptChange>
export type Change = KeptChange['change']

/** The lab after the change. Throws `conflict` or `not_found` where it does not fit. */
export function withChange(lab: Lab, change: Change): Lab {
  switch (change.kind) {
    case 'add':
      return added(lab, change.instrument)
    case 'edit':
      return edited(lab, change.id, change.to)
    case 'remove':
      return removed(lab, change.id)
  }
}

/** True also for a host where the lab says that a simulation answers. */
export const isSimulated = ({ address }: Pick<LabInstrument, 'address'>): boolean => isSimulatedAddress(address)

/** Whether a simulation answers for a backend: a mock, or a twin of its device's sequencer. */
export const isSimulatedBackend = (
  { sequencers }: { readonly sequencers: readonly Pick<LoadedSequencer, 'device_id' | 'address'>[] },
  backend_id: string,
): boolean => MOCK.test(backend_id) || sequencers.some(one => one.device_id === backend_id && isSimulated(one))

function added(lab: Lab, instrument: LabInstrument): Lab {
  if (membersOf(lab).some(({ id }) => id === instrument.id))
    throw new AppError('conflict', `There is an instrument ${instrument.id} already; choose another id`, {
      details: { instrument_id: instrument.id },
    })
  refuseTakenTwin(lab, instrument)
  return { ...lab, instruments: [...lab.instruments, instrument] }
}

function edited(lab: Lab, id: string, to: InstrumentChange): Lab {
  requireInstrument(lab, id)
  if (to.address || to.options) refuseTakenTwin(lab, movedTo(membersOf(lab).find(one => one.id === id)!, to))
  const { role, ...rest } = definedFields(to)
  const change = <T extends { id: string }>(one: T, more: object): T => (one.id === id ? { ...one, ...more } : one)
  if (role !== undefined && lab.sequencers.some(one => one.id === id))
    throw new AppError('conflict', `${id} is a sequencer; its role stays`)
  return {
    ...lab,
    sequencers: lab.sequencers.map(one => change(one, rest)),
    instruments: lab.instruments.map(one => change(one, role === undefined ? rest : { ...rest, role })),
  }
}

function removed(lab: Lab, id: string): Lab {
  requireInstrument(lab, id)
  const refuse = (what: string) => {
    throw new AppError('conflict', `${id} cannot be removed: ${what}. Change the lab file, then start again`, {
      details: { instrument_id: id },
    })
  }
  if (lab.sequencers.some(one => one.id === id)) refuse('it is the sequencer of a device')
  const precondition = lab.preconditions.find(({ instrument }) => instrument === id)
  if (precondition) refuse(`the precondition “${precondition.label}” reads it`)
  const channels = lab.channels.filter(({ instrument }) => instrument === id)
  const flux = channels.find(channel => lab.crosstalk?.channels.includes(channel.id))
  if (flux) refuse(`its channel “${flux.label}” is in the crosstalk matrix`)
  return {
    ...lab,
    instruments: lab.instruments.filter(one => one.id !== id),
    channels: lab.channels.filter(({ instrument }) => instrument !== id),
  }
}

function requireInstrument(lab: Lab, id: string): void {
  const known = membersOf(lab).map(one => one.id)
  if (!known.includes(id))
    throw new AppError('not_found', `There is no instrument ${id}; there are ${known.join(', ') || 'none'}`, {
      details: { instrument_id: id },
    })
}

const movedTo = (one: OnPort, { address = one.address, options = one.options }: InstrumentChange): OnPort => ({
  id: one.id,
  driver: one.driver,
  address,
  ...(options && { options }),
})

type OnPort = Pick<LabInstrument, 'id' | 'address' | 'driver' | 'options'>

function refuseTakenTwin(lab: Lab, one: OnPort): void {
  const { address } = one
  if (address.kind !== 'twin') return
  const other = membersOf(lab).find(other => other.id !== one.id && isOnTwin(other, address.name))
  if (other && !mayShareTwin(other, one))
    throw new AppError('conflict', `The twin ${address.name} plays ${other.id} already; give it another name`, {
      details: { instrument_id: other.id },
    })
}

const isOnTwin = ({ address }: OnPort, name: string): boolean => address.kind === 'twin' && address.name === name
