/** The fields of the add dialog as typed, and what they are as an instrument of the lab profile. */
import type { DiscoveryReply, DriverList, IdentifyReply } from '../../../../../main/contract/instruments/discovery'
import { AddInstrument } from '../../../../../main/contract/instruments/instrument'
import { type InstrumentAddress, proposedRole } from '../../../../../main/contract/instruments/lab-profile'
import { validationMessage } from '../../../../../main/contract/model/validation-messages'

export type Driver = DriverList['items'][number]
export type AddressKind = InstrumentAddress['kind']

export interface InstrumentDraft {
  readonly id: string
  readonly label: string
  readonly role: string
  readonly driver: string
  readonly kind: AddressKind
  /** Path of a port, or the name of a twin; empty where the serial number finds it. */
  readonly place: string
  /** The port where discovery saw it: it is queried there while `place` is left open. */
  readonly found_at: string | null
  readonly host: string
  readonly port: string
  readonly serial_number: string
  /** Whether a simulation answers at the TCP address. */
  readonly simulated: boolean
  /** Numbers that the driver file names, such as a slot, where they were typed. */
  readonly options: Readonly<Record<string, string>>
}

export const NEW_INSTRUMENT: InstrumentDraft = {
  id: '',
  label: '',
  role: 'other',
  driver: '',
  kind: 'serial',
  place: '',
  found_at: null,
  host: '',
  port: '',
  serial_number: '',
  simulated: false,
  options: {},
}

/**
 * The draft of an instrument that discovery found. The path is left open where a serial number finds the instrument at any port;
 * the USB serial number counts only where a driver names the adapter, as others do not tell the instrument behind them.
 */
export function draftOfFound(found: DiscoveryReply['items'][number]): InstrumentDraft {
  const usb = found.candidates.length > 0 ? found.usb_serial_number : null
  const serial_number = found.identity?.serial_number ?? usb ?? ''
  const label = found.identity ? answeredLabel(found.identity) : ''
  return {
    ...NEW_INSTRUMENT,
    label,
    id: idOf(label),
    driver: found.driver ?? found.candidates[0] ?? '',
    kind: found.kind,
    place: serial_number === '' ? found.path : '',
    found_at: found.path,
    serial_number,
  }
}

/** Some instruments write `_` where their commas leave no space. */
const answeredLabel = ({ vendor, model }: { readonly vendor: string; readonly model: string }): string =>
  `${vendor} ${model}`.replaceAll('_', ' ')

/** Models as text; many of a series as `RUDAT-…`, as a line of a list has no room for each. */
export function modelsText(models: readonly string[]): string {
  if (models.length <= 5) return models.join(', ')
  const series = new Set(models.map(model => model.replace(/\d.*$/, '…')))
  return `${[...series].join(', ')} (${models.length} models)`
}

const modelLabel = (driver: Driver): string => `${driver.vendor} ${driver.models[0] ?? ''}`.trim()

/** The draft with the answered identity: its serial number where none was typed, and its model where the name is still the driver's first one. */
export function asAnswered(
  draft: InstrumentDraft,
  identity: IdentifyReply['identity'],
  driver: Driver | undefined,
): InstrumentDraft {
  const named =
    draft.kind === 'twin' || draft.serial_number !== ''
      ? draft
      : { ...draft, serial_number: identity.serial_number ?? '' }
  const proposed = driver === undefined ? '' : modelLabel(driver)
  if (draft.label !== proposed) return named
  const label = answeredLabel(identity)
  return { ...named, label, ...(draft.id === idOf(proposed) && { id: idOf(label) }) }
}

/**
 * The draft with another driver: its first kind of address where the present one does not fit, its usual port, and the role of its
 * kind. Name, id and twin that the driver `before` proposed give way to those of the new one.
 */
export function withDriver(draft: InstrumentDraft, driver: Driver, before?: Driver): InstrumentDraft {
  const proposed = before === undefined ? '' : modelLabel(before)
  const isOpen = (typed: string, proposal: string) => typed === '' || typed === proposal
  const kind = driver.transports.includes(draft.kind) ? draft.kind : (driver.transports[0] ?? draft.kind)
  const label = isOpen(draft.label, proposed) ? modelLabel(driver) : draft.label
  return {
    ...draft,
    driver: driver.driver,
    kind,
    found_at: kind === draft.kind ? draft.found_at : null,
    label,
    id: isOpen(draft.id, idOf(proposed)) ? idOf(label) : draft.id,
    role: proposedRole(driver.role),
    port: driver.tcp_port === null ? draft.port : String(driver.tcp_port),
    place: kind === 'twin' && isOpen(draft.place, idOf(proposed)) ? idOf(label) : draft.place,
    options: {},
  }
}

/** `QDevil QDAC-II` → `qdevil-qdac-ii`. */
export const idOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')

/** Address of the instrument, as the lab profile writes it. */
function addressOfDraft({ kind, place, host, port, simulated }: InstrumentDraft): unknown {
  switch (kind) {
    case 'serial':
    case 'hid':
      return { kind, path: place.trim() === '' ? null : place.trim() }
    case 'tcp':
      return { kind, host: host.trim(), port: Number(port), simulated }
    case 'twin':
      return { kind, name: place.trim() }
  }
}

/** Address at which the identity is queried; null where only a serial number is given, which is searched for after saving. */
export function addressToAsk({ found_at }: InstrumentDraft, address: InstrumentAddress): InstrumentAddress | null {
  if ((address.kind !== 'serial' && address.kind !== 'hid') || address.path !== null) return address
  return found_at === null ? null : { ...address, path: found_at }
}

export type DraftField =
  | 'id'
  | 'label'
  | 'driver'
  | 'role'
  | 'serial_number'
  | 'place'
  | 'host'
  | 'port'
  | `options.${string}`

export type CheckedDraft =
  | { readonly ok: true; readonly instrument: AddInstrument }
  | { readonly ok: false; readonly faults: Readonly<Partial<Record<DraftField, string>>> }

/** The instrument as the service will read it, or the faults by field. `taken`: ids that the lab has already. */
export function checkedDraft(draft: InstrumentDraft, taken: readonly string[]): CheckedDraft {
  const { id, label, role, driver, serial_number } = draft
  const read = AddInstrument.safeParse(
    {
      id,
      label,
      role,
      driver,
      serial_number: serial_number.trim() === '' ? null : serial_number.trim(),
      address: addressOfDraft(draft),
      ...(Object.keys(draft.options).length > 0 && { options: figuresOf(draft.options) }),
    },
    { error: validationMessage },
  )
  const isTaken = taken.includes(id)
  if (read.success && !isTaken) return { ok: true, instrument: read.data }
  const faults: Partial<Record<DraftField, string>> = {
    ...(isTaken && { id: `The lab has an instrument ${id} already.` }),
    ...(label.trim() === '' && { label: 'Type a name, such as Flux DAC.' }),
    ...(id === '' && { id: 'Type an id, such as flux-dac.' }),
    ...(driver === '' && { driver: 'Choose the driver of its model.' }),
    ...(draft.kind === 'twin' && draft.place.trim() === '' && { place: 'Type a name for its twin, such as flux-dac.' }),
    ...(draft.kind === 'tcp' && draft.host.trim() === '' && { host: 'Type its host, such as 192.168.1.20.' }),
  }
  for (const { path, message } of read.error?.issues ?? []) faults[fieldOf(path)] ??= message
  return { ok: false, faults }
}

/** Options as numbers; an empty one becomes null, not 0. */
const figuresOf = (options: InstrumentDraft['options']) =>
  Object.fromEntries(Object.entries(options).map(([name, text]) => [name, text.trim() === '' ? null : Number(text)]))

function fieldOf([first, second]: readonly PropertyKey[]): DraftField {
  if (first === 'options') return `options.${String(second)}`
  if (first !== 'address') return first as DraftField
  return second === 'host' || second === 'port' ? second : 'place'
}
