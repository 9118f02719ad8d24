/** The lab profile: devices, their sequencers, instruments and what the lab allows them. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type LoadedDevice, loadDevice, readText } from '../../backends/devices/device-profile'
import { eachWhole } from '../../backends/files/fault-list'
import { invalidFile, under } from '../../backends/files/invalid-file'
import { parseJsonFile, read } from '../../backends/files/json'
import { LabProfile, type LabSequencer } from '../../contract/instruments/lab-profile'
import { AppError } from '../../contract/model/errors'
import { SequencerProfile } from '../../sequencer/profile/profile'
import { refuseContradictions } from './contradictions'
import { LabProfile1, upgraded } from './version-1'

export interface LoadedSequencer extends LabSequencer {
  readonly limits: SequencerProfile
}

export interface Lab extends Omit<LabProfile, 'devices' | 'sequencers' | 'format'> {
  readonly file: string
  readonly devices: readonly LoadedDevice[]
  readonly sequencers: readonly LoadedSequencer[]
  /** Folders of the lab's own driver files. */
  readonly driver_folders: readonly string[]
}

/** A sequencer has limits, an instrument a role. */
export type Member = Lab['instruments'][number] | LoadedSequencer

export const membersOf = ({ sequencers, instruments }: Lab): readonly Member[] => [...sequencers, ...instruments]

/**
 * Instruments that a run on the device leases: all except those whose channels all lead to other devices, and those of the role
 * `other` that no channel or precondition names.
 */
export const instrumentsOf = (
  { instruments, channels, preconditions }: Pick<Lab, 'instruments' | 'channels' | 'preconditions'>,
  device_id: string,
): Lab['instruments'] =>
  instruments.filter(({ id, role }) => {
    const own = channels.filter(({ instrument }) => instrument === id)
    if (own.length === 0) return role !== 'other' || preconditions.some(({ instrument }) => instrument === id)
    return own.some(channel => channel.device_id === null || channel.device_id === device_id)
  })

interface LabOptions {
  /** Further device profiles, from the command line. */
  readonly profiles?: readonly string[]
  /** The folder with sequencer profiles that come with the program. */
  readonly sequencers: string
}

/**
 * The lab of a file, with the devices of `profiles` added to its own. Added devices get a twin each where all sequencers of the lab
 * are twins, else they are offline; all devices of a version 1 file that simulates get a twin each. Throws `invalid_file` naming
 * the file and the place.
 */
export function loadLab(file: string, { profiles = [], sequencers: shipped }: LabOptions): Lab {
  const json = parseJsonFile(readText(file))
  const isFirst = typeof json === 'object' && json !== null && 'format' in json && json.format === 'pentad-lab/1'
  const {
    devices: paths,
    format: _,
    ...lab
  } = isFirst ? upgraded(read(LabProfile1, json, { file })) : read(LabProfile, json, { file })
  const own = paths.map((path, at) => ({
    path: resolve(dirname(file), path),
    named: `${file} at ${under('/devices', at)}`,
    from: { file, pointer: under('/devices', at) },
  }))
  const devices = loadAll([...own, ...profiles.map(path => ({ path, named: `--device ${path}` }))])
  refuseContradictions(file, lab, devices)
  const sequencers = lab.sequencers.map((sequencer, at) => loadSequencer(file, sequencer, at))
  const isAllTwins = sequencers.length > 0 && sequencers.every(({ address }) => address.kind === 'twin')
  const onTwins = isFirst ? (lab.may_purchase ? devices : []) : isAllTwins ? devices.slice(own.length) : []
  return {
    ...lab,
    file,
    devices,
    sequencers: [...sequencers, ...onTwins.map(device => twinOf(device, shipped))],
    driver_folders: lab.drivers === undefined ? [] : [resolve(dirname(file), lab.drivers)],
  }
}

function loadSequencer(file: string, sequencer: LabSequencer, at: number): LoadedSequencer {
  const path = resolve(dirname(file), sequencer.profile)
  try {
    return { ...sequencer, limits: read(SequencerProfile, parseJsonFile(readText(path)), { file: path }) }
  } catch (error) {
    if (error instanceof AppError) throw invalidFile(file, { pointer: `/sequencers/${at}/profile` }, error.message)
    throw error
  }
}

/** A sequencer without configuration, on a twin. */
function twinOf({ profile: { device_id, name } }: LoadedDevice, shipped: string): LoadedSequencer {
  const path = join(shipped, 'demo.json')
  const id = `sequencer-${device_id
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .slice(0, 28)}`
  return {
    id,
    label: `Sequencer of ${name}`.slice(0, 60),
    driver: 'pentad-sequencer',
    serial_number: null,
    address: { kind: 'twin', name: id },
    device_id,
    profile: path,
    decay: 'twirled',
    limits: read(SequencerProfile, parseJsonFile(readText(path)), { file: path }),
  }
}

interface DevicePath {
  readonly path: string
  readonly named: string
  /** The place in the lab file that names it; left out for the command line. */
  readonly from?: { readonly file: string; readonly pointer: string }
}

function loadAll(paths: readonly DevicePath[]): LoadedDevice[] {
  const by = new Map<string, string>()
  return eachWhole(paths, ({ path, named, from }) => {
    if (from && !existsSync(path)) throw invalidFile(from.file, from, `there is no file ${path}.`)
    const device = loadDevice(path)
    const { device_id } = device.profile
    const earlier = by.get(device_id)
    if (earlier !== undefined)
      throw invalidFile(
        path,
        { pointer: '/device_id' },
        `${device_id} (from ${named}) is already the id of ${earlier}. Give one of them another id.`,
      )
    by.set(device_id, path)
    return device
  })
}
