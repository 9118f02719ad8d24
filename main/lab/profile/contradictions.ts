/** Contradictions between fields of a lab file that are each valid by themselves. */
import type { LoadedDevice } from '../../backends/devices/device-profile'
import { gatherFaults } from '../../backends/files/fault-list'
import { invalidFile } from '../../backends/files/invalid-file'
import type { LabInstrument, LabProfile } from '../../contract/instruments/lab-profile'
import { inverseOf } from './crosstalk'

type LabTables = Omit<LabProfile, 'devices' | 'format'>

type Refuse = (pointer: string, message: string) => void

/** Throws `invalid_file` with the place of each. */
export function refuseContradictions(file: string, lab: LabTables, devices: readonly LoadedDevice[]): void {
  const faults = gatherFaults()
  const refuse: Refuse = (pointer, message) =>
    faults.attempt(() => {
      throw invalidFile(file, { pointer }, message)
    }, undefined)
  refuseRepeatedNames(lab, refuse)
  refuseSharedTwins(lab, refuse)
  refuseUnknownDevices(lab, devices, refuse)
  refuseUnknownInstruments(lab, refuse)
  refuseChannels(lab, devices, refuse)
  refusePreconditions(lab, refuse)
  refuseCrosstalk(lab, refuse)
  faults.refuse()
}

type NamedAt = readonly [pointer: string, name: string]

function refuseRepeatedNames(
  { sequencers, instruments, channels, preconditions, entropy }: LabTables,
  refuse: Refuse,
): void {
  /** The names of all rows with their pointers; `*` in the pointer stands for the number of the row. */
  const each = <T>(pointer: string, rows: readonly T[], nameOf: (row: T) => string): NamedAt[] =>
    rows.map((row, at) => [pointer.replace('*', String(at)), nameOf(row)])
  const kinds: readonly (readonly [what: string, names: readonly NamedAt[]])[] = [
    ['id', [...each('/sequencers/*/id', sequencers, idOf), ...each('/instruments/*/id', instruments, idOf)]],
    ['id', each('/channels/*/id', channels, idOf)],
    ['id', each('/preconditions/*/id', preconditions, idOf)],
    ['device', each('/sequencers/*/device_id', sequencers, ({ device_id }) => device_id)],
    ['name of the source', each('/entropy/sources/*/name', entropy.sources, ({ name }) => name)],
    [
      'kind and serial of the source',
      each('/entropy/sources/*/serial', entropy.sources, ({ kind, serial }) => `${kind} ${serial}`),
    ],
    [
      'channel',
      each('/channels/*', channels, ({ instrument, parameter, channel }) =>
        JSON.stringify([instrument, parameter, channel]),
      ),
    ],
  ]
  for (const [what, names] of kinds) {
    const seen = new Map<string, string>()
    for (const [pointer, name] of names) {
      const earlier = seen.get(name)
      if (earlier !== undefined) refuse(pointer, `${name} is already the ${what} at ${earlier}. Choose another.`)
      else seen.set(name, pointer)
    }
  }
}

const idOf = ({ id }: { readonly id: string }): string => id

/** Sequencers and instruments with their places. */
const placed = ({ sequencers, instruments }: LabTables) => [
  ...sequencers.map((one, at) => ({ one, at: `/sequencers/${at}` })),
  ...instruments.map((one, at) => ({ one, at: `/instruments/${at}` })),
]

function refuseSharedTwins(lab: LabTables, refuse: Refuse): void {
  const all = placed(lab)
  for (const [index, { one, at }] of all.entries()) {
    const { address } = one
    if (address.kind !== 'twin') continue
    const earlier = all
      .slice(0, index)
      .find(other => other.one.address.kind === 'twin' && other.one.address.name === address.name)
    if (earlier && !mayShareTwin(earlier.one, one))
      refuse(
        `${at}/address/name`,
        `${address.name} is already the name of the twin at ${earlier.at}/address/name. Choose another.`,
      )
  }
}

function refuseUnknownDevices({ sequencers }: LabTables, devices: readonly LoadedDevice[], refuse: Refuse): void {
  for (const [at, { device_id }] of sequencers.entries())
    if (!devices.some(({ profile }) => profile.device_id === device_id))
      refuse(`/sequencers/${at}/device_id`, unknownDevice(device_id, devices))
}

const unknownDevice = (device_id: string, devices: readonly LoadedDevice[]): string =>
  `there is no device ${device_id} in this lab; there are ${devices.map(({ profile }) => profile.device_id).join(', ') || 'none'}.`

function refuseUnknownInstruments(lab: LabTables, refuse: Refuse): void {
  const ids = placed(lab).map(({ one }) => one.id)
  const require = (pointer: string, id: string) => {
    if (!ids.includes(id)) refuse(pointer, `there is no instrument ${id}; there are ${ids.join(', ') || 'none'}.`)
  }
  for (const [at, source] of lab.entropy.sources.entries())
    if ('instrument' in source) require(`/entropy/sources/${at}/instrument`, source.instrument)
  for (const [at, { instrument }] of lab.channels.entries()) require(`/channels/${at}/instrument`, instrument)
  for (const [at, { instrument }] of lab.preconditions.entries()) require(`/preconditions/${at}/instrument`, instrument)
}

function refuseChannels({ channels }: LabTables, devices: readonly LoadedDevice[], refuse: Refuse): void {
  for (const [at, { device_id, qubit, min, max }] of channels.entries()) {
    const device = devices.find(({ profile }) => profile.device_id === device_id)?.profile
    if (device_id !== null && !device) refuse(`/channels/${at}/device_id`, unknownDevice(device_id, devices))
    if (qubit !== null && device_id === null) refuse(`/channels/${at}/device_id`, 'say which device the qubit is on.')
    if (qubit !== null && device && !device.qubits.some(({ index }) => index === qubit))
      refuse(`/channels/${at}/qubit`, `${device_id} has no qubit ${qubit}.`)
    if (min !== null && max !== null && min >= max) refuse(`/channels/${at}/max`, `it must lie above min, ${min}.`)
  }
}

function refusePreconditions({ preconditions }: LabTables, refuse: Refuse): void {
  for (const [at, { below, above }] of preconditions.entries()) {
    if (below === null && above === null) refuse(`/preconditions/${at}`, 'give below, above, or both.')
    if (below !== null && above !== null && above >= below)
      refuse(`/preconditions/${at}/above`, `nothing lies above ${above} and below ${below}.`)
  }
}

function refuseCrosstalk({ crosstalk, channels }: LabTables, refuse: Refuse): void {
  if (!crosstalk) return
  const { channels: names, matrix_v_per_phi0: rows, offsets_v } = crosstalk
  for (const [at, name] of names.entries()) {
    const channel = channels.find(({ id }) => id === name)
    if (!channel) refuse(`/crosstalk/channels/${at}`, `there is no channel ${name}; list it under /channels.`)
    else if (channel.unit !== 'V') refuse(`/crosstalk/channels/${at}`, `${name} is set in ${channel.unit}, not in V.`)
    if (names.indexOf(name) !== at) refuse(`/crosstalk/channels/${at}`, `${name} is listed twice.`)
  }
  const wrong = rows.findIndex(row => row.length !== names.length)
  if (rows.length !== names.length || wrong >= 0)
    refuse(
      wrong >= 0 ? `/crosstalk/matrix_v_per_phi0/${wrong}` : '/crosstalk/matrix_v_per_phi0',
      `${names.length} channels need ${names.length} rows of ${names.length} figures.`,
    )
  else if (!inverseOf(rows))
    refuse('/crosstalk/matrix_v_per_phi0', 'the matrix has no inverse: some flux would move no voltage of its own.')
  if (offsets_v && offsets_v.length !== names.length)
    refuse('/crosstalk/offsets_v', `${names.length} channels need ${names.length} offsets.`)
}

/** Modules of one mainframe: the same driver, distinguished by an option. Whether the driver shares ports shows when it connects. */
export const mayShareTwin = (
  one: Pick<LabInstrument, 'driver' | 'options'>,
  other: Pick<LabInstrument, 'driver' | 'options'>,
): boolean => one.driver === other.driver && JSON.stringify(one.options ?? {}) !== JSON.stringify(other.options ?? {})
