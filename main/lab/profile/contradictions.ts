/** What each field of a lab file allows by itself and the file as a whole does not. */
import type { LoadedDevice } from '../../backends/devices/device-profile'
import { invalidFile } from '../../backends/files/invalid-file'
import type { LabProfile } from '../../contract/instruments/lab-profile'
import { mayShareTwin } from './changes'
import { inverseOf } from './crosstalk'

type Parts = Omit<LabProfile, 'devices' | 'format'>

/** Throws `invalid_file` with the place of the first. */
export function refuseContradictions(file: string, lab: Parts, devices: readonly LoadedDevice[]): void {
  const refuse = (pointer: string, message: string): never => {
    throw invalidFile(file, { pointer }, message)
  }
  const unique = (names: readonly (readonly [pointer: string, name: string])[], what: string) => {
    const seen = new Map<string, string>()
    for (const [pointer, name] of names) {
      const earlier = seen.get(name)
      if (earlier !== undefined) refuse(pointer, `${name} is already the ${what} at ${earlier}. Choose another.`)
      seen.set(name, pointer)
    }
  }
  const placed = [
    ...lab.sequencers.map((one, at) => ({ one, at: `/sequencers/${at}` })),
    ...lab.instruments.map((one, at) => ({ one, at: `/instruments/${at}` })),
  ]
  unique(
    placed.map(({ one, at }) => [`${at}/id`, one.id]),
    'id',
  )
  for (const [index, { one, at }] of placed.entries()) {
    const { address } = one
    if (address.kind !== 'twin') continue
    const earlier = placed
      .slice(0, index)
      .find(other => other.one.address.kind === 'twin' && other.one.address.name === address.name)
    if (earlier && !mayShareTwin(earlier.one, one))
      refuse(
        `${at}/address/name`,
        `${address.name} is already the name of the twin at ${earlier.at}/address/name. Choose another.`,
      )
  }
  unique(
    lab.channels.map(({ id }, at) => [`/channels/${at}/id`, id]),
    'id',
  )
  unique(
    lab.preconditions.map(({ id }, at) => [`/preconditions/${at}/id`, id]),
    'id',
  )
  unique(
    lab.sequencers.map(({ device_id }, at) => [`/sequencers/${at}/device_id`, device_id]),
    'device',
  )

  unique(
    lab.entropy.sources.map(({ name }, at) => [`/entropy/sources/${at}/name`, name]),
    'name of the source',
  )
  unique(
    lab.entropy.sources.map(({ kind, serial }, at) => [`/entropy/sources/${at}/serial`, `${kind} ${serial}`]),
    'kind and serial of the source',
  )

  const known = new Set(devices.map(({ profile }) => profile.device_id))
  for (const [at, { device_id }] of lab.sequencers.entries())
    if (!known.has(device_id))
      refuse(
        `/sequencers/${at}/device_id`,
        `there is no device ${device_id} in this lab; there are ${[...known].join(', ') || 'none'}.`,
      )
  const ids = placed.map(({ one }) => one.id)
  const requireInstrument = (pointer: string, id: string) => {
    if (!ids.includes(id)) refuse(pointer, `there is no instrument ${id}; there are ${ids.join(', ') || 'none'}.`)
  }
  for (const [at, source] of lab.entropy.sources.entries())
    if ('instrument' in source) requireInstrument(`/entropy/sources/${at}/instrument`, source.instrument)
  for (const [at, { instrument, device_id, qubit, min, max }] of lab.channels.entries()) {
    requireInstrument(`/channels/${at}/instrument`, instrument)
    const device = devices.find(({ profile }) => profile.device_id === device_id)?.profile
    if (device_id !== null && !device)
      refuse(
        `/channels/${at}/device_id`,
        `there is no device ${device_id} in this lab; there are ${[...known].join(', ') || 'none'}.`,
      )
    if (qubit !== null && !device) refuse(`/channels/${at}/device_id`, 'say which device the qubit is on.')
    if (qubit !== null && device && !device.qubits.some(({ index }) => index === qubit))
      refuse(`/channels/${at}/qubit`, `${device_id} has no qubit ${qubit}.`)
    if (min !== null && max !== null && min >= max) refuse(`/channels/${at}/max`, `it must lie above min, ${min}.`)
  }
  unique(
    lab.channels.map(({ instrument, parameter, channel }, at) => [
      `/channels/${at}`,
      JSON.stringify([instrument, parameter, channel]),
    ]),
    'channel',
  )
  for (const [at, { instrument, below, above }] of lab.preconditions.entries()) {
    requireInstrument(`/preconditions/${at}/instrument`, instrument)
    if (below === null && above === null) refuse(`/preconditions/${at}`, 'give below, above, or both.')
    if (below !== null && above !== null && above >= below)
      refuse(`/preconditions/${at}/above`, `nothing lies above ${above} and below ${below}.`)
  }
  refuseCrosstalk(lab, refuse)
}

type Refuse = (pointer: string, message: string) => never

function refuseCrosstalk({ crosstalk, channels }: Parts, refuse: Refuse): void {
  if (!crosstalk) return
  const { channels: names, matrix_v_per_phi0: rows, offsets_v } = crosstalk
  for (const [at, name] of names.entries()) {
    const channel = channels.find(({ id }) => id === name)
    if (!channel) refuse(`/crosstalk/channels/${at}`, `there is no channel ${name}; list it under /channels.`)
    else if (channel.unit !== 'V') refuse(`/crosstalk/channels/${at}`, `${name} is set in ${channel.unit}, not in V.`)
    if (names.indexOf(name) !== at) refuse(`/crosstalk/channels/${at}`, `${name} stands there twice.`)
  }
  const wrong = rows.findIndex(row => row.length !== names.length)
  if (rows.length !== names.length || wrong >= 0)
    refuse(
      wrong >= 0 ? `/crosstalk/matrix_v_per_phi0/${wrong}` : '/crosstalk/matrix_v_per_phi0',
      `${names.length} channels need ${names.length} rows of ${names.length} figures.`,
    )
  if (offsets_v && offsets_v.length !== names.length)
    refuse('/crosstalk/offsets_v', `${names.length} channels need ${names.length} offsets.`)
  if (!inverseOf(rows))
    refuse('/crosstalk/matrix_v_per_phi0', 'the matrix has no inverse: some flux would move no voltage of its own.')
}
