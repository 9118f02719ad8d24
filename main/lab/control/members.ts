/** Changes that operators make to the instruments and sequencers of the lab, applied to the registry and the twins. */
import { isDeepStrictEqual } from 'node:util'
import type { AddInstrument, EditInstrument } from '../../contract/instruments/instrument'
import type { LabState, UndoReply } from '../../contract/instruments/lab'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import type { Caller } from '../../contract/service/account'
import type { Registry } from '../../instruments/registry/registry'
import type { ConfiguredInstrument } from '../../instruments/registry/slots'
import { actorOf } from '../model/actor'
import { withAppErrors } from '../model/app-errors'
import type { Drivers } from '../model/drivers'
import type { Change, KeptChange } from '../profile/changes'
import type { LabChanges } from '../profile/lab-changes'
import { type Lab, type Member, membersOf } from '../profile/lab-file'
import { withOwnSerial } from '../profile/twin-serials'
import { type LabTwins, twinOf } from './lab-twins'

export const configuredOf = ({ id, label, driver, serial_number, address, options }: Member): ConfiguredInstrument => ({
  id,
  label,
  driver,
  serial_number,
  address,
  ...(options && { options }),
})

interface MembersParts {
  readonly registry: Registry
  readonly changes: LabChanges
  readonly drivers: Drivers
  readonly twins: LabTwins
  /** Called after each change. */
  readonly onChange: (change: {
    readonly actor: string
    readonly text: string
    readonly instrument: string | null
  }) => void
}

export interface Members {
  add(instrument: AddInstrument, caller: Caller): Promise<void>
  edit(id: string, to: EditInstrument, caller: Caller): Promise<void>
  remove(id: string, caller: Caller): Promise<void>
  undo(caller: Caller): Promise<UndoReply>
  state(): LabState
}

/** Milliseconds that a reply waits for a new connection. */
const CONNECT_MS = 15_000

export function createMembers(parts: MembersParts): Members {
  const { registry, changes, drivers, onChange } = parts
  /** Makes a change, and takes it back where it cannot be applied, as where somebody holds the instrument. */
  const make = async (change: Change, { caller, text, id }: { caller: Caller; text: string; id: string }) => {
    const before = changes.lab
    const about = { actor: actorOf(caller), text }
    changes.make(change, about)
    try {
      await apply(parts, before, changes.lab)
    } catch (error) {
      changes.undo()
      await apply(parts, changes.lab, before)
      throw error
    }
    onChange({ ...about, instrument: id })
  }
  /** Resolves once the instrument is connected, or a look that began after this call has not found it. */
  const connected = (id: string) =>
    Promise.race([
      registry.look(id).then(() => registry.look(id)),
      registry.whenReady(id, CONNECT_MS).catch(() => null),
    ])
  const state = (): LabState => {
    const { name, description, file, channels, crosstalk = null } = changes.lab
    return {
      name,
      description,
      file,
      channels,
      crosstalk,
      changed_file: changes.file,
      changes: changes.kept.map(shown).reverse(),
      problems: changes.problems.map(message => ({
        fault: 'lab_change_left_out',
        message,
        remedy: 'Make the change again if it is still wanted.',
      })),
    }
  }

  /** A twin that may have any serial number gets one that no other twin has. */
  const withSerialOfTwin = (known: Member, to: EditInstrument): EditInstrument => {
    const { id, driver } = known
    const { serial_number = null, address = known.address } = to
    if (to.serial_number === undefined || to.serial_number === known.serial_number) return to
    return {
      ...to,
      serial_number: withOwnSerial({ id, driver, address, serial_number }, registry.list()).serial_number,
    }
  }

  return {
    state,
    async add(wanted, caller) {
      requireDriver(drivers, wanted)
      const instrument = withOwnSerial(wanted, registry.list())
      const { id, label } = instrument
      await make({ kind: 'add', instrument }, { caller, text: `added ${label} (${id})`, id })
      await connected(id)
    },
    async edit(id, wanted, caller) {
      const known = membersOf(changes.lab).find(one => one.id === id)
      if (known && wanted.address) requireDriver(drivers, { driver: known.driver, address: wanted.address })
      const to = known ? withSerialOfTwin(known, wanted) : wanted
      const fields = known ? changedFields(known, to) : Object.keys(to)
      if (fields.length === 0) return
      await make({ kind: 'edit', id, to }, { caller, text: `changed ${fields.join(', ')} of ${id}`, id })
      if (to.address || to.options || to.serial_number !== undefined) await connected(id)
    },
    remove: (id, caller) => make({ kind: 'remove', id }, { caller, text: `removed ${id}`, id }),
    async undo(caller) {
      const before = changes.lab
      const last = changes.kept.at(-1)
      const id = last && idOf(last.change)
      if (id && registry.list().some(one => one.id === id)) await withAppErrors(() => registry.leases.check(id, null))
      const undone = changes.undo()
      await apply(parts, before, changes.lab)
      onChange({ actor: actorOf(caller), text: `took back: ${undone.text}`, instrument: null })
      if (undone.change.kind !== 'add') await connected(idOf(undone.change))
      return { undone: shown(undone), lab: state() }
    },
  }
}

/** Brings registry and twins from one lab to another. */
async function apply(
  { registry, drivers, twins }: Omit<MembersParts, 'changes' | 'onChange'>,
  before: Lab,
  after: Lab,
): Promise<void> {
  const [old, now] = [membersOf(before), membersOf(after)]
  const changed = (one: Member) => {
    const other = now.find(({ id }) => id === one.id)
    return !other || JSON.stringify(connectionOf(one)) !== JSON.stringify(connectionOf(other))
  }
  const gone = old.filter(changed)
  for (const one of gone) await withAppErrors(() => registry.remove(one.id))
  const kept = twinNames(old.filter(one => !gone.includes(one)))
  for (const name of twinNames(gone)) if (!kept.has(name)) twins.remove(name)
  const listed = new Set(registry.list().map(({ id }) => id))
  for (const one of now) {
    const was = old.find(({ id }) => id === one.id)
    if (!listed.has(one.id)) {
      const twin = twinOf(one, drivers.all)
      if (twin && !kept.has(twin.name)) twins.add(twin)
      if (twin) kept.add(twin.name)
      registry.add(configuredOf(one))
    } else if (was && was.label !== one.label) registry.rename(one.id, one.label)
  }
}

/** Fields whose value differs. */
const changedFields = (known: Member, to: EditInstrument): string[] => {
  const now: Readonly<Record<string, unknown>> = { options: {}, ...known }
  return Object.entries(to).flatMap(([field, value]) => (isDeepStrictEqual(now[field], value) ? [] : [field]))
}

/** Modules of one mainframe share a twin. */
const twinNames = (members: readonly Member[]): Set<string> =>
  new Set(members.flatMap(({ address }) => (address.kind === 'twin' ? [address.name] : [])))

const idOf = (change: Change): string => (change.kind === 'add' ? change.instrument.id : change.id)

const shown = ({ at, actor, text }: KeptChange) => ({ at: isoTime(at), actor, text })

/** Fields that a connection depends on; the label is not among them. */
const connectionOf = ({ driver, serial_number, address, options }: Member) => ({
  driver,
  serial_number,
  address,
  options,
})

function requireDriver(drivers: Drivers, { driver, address }: Pick<AddInstrument, 'driver' | 'address'>): void {
  drivers.reload()
  const found = drivers.all.get(driver)
  if (!found) throw refused('/driver', `There is no driver ${driver}; there are ${[...drivers.all.keys()].join(', ')}`)
  if (address.kind !== 'twin' && found.transport[address.kind] === undefined) {
    const known = `${driver} is connected by ${Object.keys(found.transport).join(', ')} or as a twin`
    const bySerialServer = address.kind === 'tcp' && found.transport.serial !== undefined
    const remedy = bySerialServer ? '; a driver file of your own with the same id may name tcp in its transport' : ''
    throw refused('/address/kind', known + remedy)
  }
  if (address.kind === 'twin' && !drivers.hasTwin(driver))
    throw refused('/address/kind', `${driver} has no twin; connect the instrument itself`)
}

const refused = (pointer: string, message: string): AppError =>
  new AppError('invalid_request', message, { faults: [{ pointer, message }] })
