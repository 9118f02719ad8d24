/** Device profiles: read from disk with the snapshots beside them, and checked against each other before anything uses them. */
import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { DeviceProfile, MEASURE_AND_FLIP } from '../../contract/calibration/device-profile'
import { feedforwardOf } from '../../contract/calibration/feedforward'
import { AppError } from '../../contract/model/errors'
import { eachWhole, gatherFaults } from '../files/fault-list'
import { invalidFile, lineAndColumn, quote, under } from '../files/invalid-file'
import { type NamedText, NOT_UTF8, parseJsonFile, read, readEach } from '../files/json'
import { readPentad } from '../importers/pentad'
import { fitToDevice } from '../snapshot/fit-to-device'
import type { DatedSnapshot } from '../snapshot/summary'

export interface LoadedDevice {
  readonly profile: DeviceProfile
  /** Snapshots that the profile names, in its order, fitted to the device. */
  readonly bundled: readonly DatedSnapshot[]
}

const MAX_FILE_SIZE = 32_000_000

/** The text of a file that the operator named. Throws `invalid_file` where it cannot be read, is larger than 32 MB or is not UTF-8. */
export function readText(file: string): NamedText {
  const bytes = bytesOf(file)
  const content = bytes.toString('utf8')
  // Bytes that are not UTF-8 would become other characters in silence, in the middle of a name.
  if (!isUtf8(bytes)) throw invalidFile(file, lineAndColumn(content, content.indexOf('\uFFFD')), NOT_UTF8)
  return { name: file, content }
}

/** Reads regular files only: reading a pipe or a device might never end. */
function bytesOf(file: string): Buffer {
  try {
    const found = statSync(file)
    if (found.isDirectory()) throw invalidFile(file, null, 'it is a folder. Name the file itself.')
    if (!found.isFile()) throw invalidFile(file, null, 'it is a pipe or a device. Name a file on a disk.')
    if (found.size > MAX_FILE_SIZE) throw invalidFile(file, null, `larger than ${MAX_FILE_SIZE / 1e6} MB.`)
    return readFileSync(file)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidFile(file, null, `it cannot be read: ${(error as Error).message}. Check the path.`)
  }
}

/** The device of a profile file; paths of snapshots are relative to the profile's folder. Throws `invalid_file`. */
export function loadDevice(file: string): LoadedDevice {
  const profile = readProfile(readText(file))
  const bundled = profile.calibrations.map((_, at) => loadSnapshot(profile, file, at))
  refuseRepeats(file, bundled)
  return { profile, bundled }
}

function loadSnapshot(profile: DeviceProfile, file: string, at: number): DatedSnapshot {
  const full = resolve(dirname(file), profile.calibrations[at]!)
  const text = readText(full)
  const value = parseJsonFile(text)
  if (typeof value !== 'object' || value === null || !('format' in value))
    throw invalidFile(
      full,
      null,
      `not a Pentad calibration, which ${file} at ${under('/calibrations', at)} needs. Convert a published file with: npm run devices -- import --help`,
    )
  const snapshot = fitToDevice(profile, readPentad({ name: full, value }), full)
  return { snapshot, imported_at: Math.round(statSync(full).mtimeMs), imported: false }
}

function refuseRepeats(file: string, bundled: readonly DatedSnapshot[]): void {
  const ids = bundled.map(({ snapshot }) => snapshot.calibration_id)
  const at = ids.findIndex((id, position) => ids.indexOf(id) !== position)
  if (at >= 0)
    throw invalidFile(file, { pointer: under('/calibrations', at) }, `the same figures as an earlier one (${ids[at]}).`)
}

const Whole = DeviceProfile.extend({
  qubits: z.array(z.unknown()).min(1).max(10_000),
  couplings: z.array(z.unknown()).max(100_000),
  chiplets: z.array(z.unknown()).min(1).max(1_000),
})

/** The profile alone, its parts checked against each other. Throws `invalid_file` with a JSON pointer. */
export function readProfile(file: NamedText): DeviceProfile {
  const whole = read(Whole, parseJsonFile(file), { file: file.name })
  const { shape } = DeviceProfile
  const qubits = readEach(shape.qubits.element, whole.qubits, { file: file.name, pointer: '/qubits' })
  const couplings = readEach(shape.couplings.element, whole.couplings, { file: file.name, pointer: '/couplings' })
  const chiplets = readEach(shape.chiplets.element, whole.chiplets, { file: file.name, pointer: '/chiplets' })
  const profile = { ...whole, qubits, couplings, chiplets }
  const indices = new Set(qubits.map(qubit => qubit.index))
  const faults = gatherFaults()
  faults.attempt(() => checkQubits(profile, file.name), null)
  // Where a qubit is listed twice, another one is missing: couplings and chiplets that name that one are not at fault.
  const dependent = faults.count() === 0 ? [checkCouplings, checkChiplets] : []
  faults.each(dependent, check => check(profile, indices, file.name))
  faults.each([checkFeedforward, checkId], check => check(profile, file.name))
  faults.refuse()
  return profile
}

function checkId({ device_id }: DeviceProfile, file: string): void {
  if (/-mock$/.test(device_id))
    throw invalidFile(
      file,
      { pointer: '/device_id' },
      'an id ending in -mock is kept for the free counterpart of a device.',
    )
}

/** Refuses contradictory feed-forward fields, and a reset by measuring and flipping on a device without feed-forward. */
function checkFeedforward(profile: DeviceProfile, file: string): void {
  const { feedforward, feedforward_latency_ns, feedforward_latency_basis, assumed } = profile
  const refuse = (pointer: string, message: string): never => {
    throw invalidFile(file, { pointer }, message)
  }
  if (
    feedforward !== undefined &&
    feedforward_latency_ns !== undefined &&
    feedforward !== (feedforward_latency_ns !== null)
  )
    refuse('/feedforward', `it contradicts feedforward_latency_ns ${feedforward_latency_ns}. Leave feedforward out.`)
  const latency = feedforwardOf(profile).latency_ns
  if (feedforward_latency_basis !== undefined && (latency === null || feedforward_latency_ns === undefined))
    refuse('/feedforward_latency_basis', 'there is no latency. Give feedforward_latency_ns, or leave the basis out.')
  const conditional = (['reset_length_ns', 'reset_fidelity'] as const).find(name => assumed[name] === MEASURE_AND_FLIP)
  if (latency === null && conditional)
    refuse(
      `/assumed/${conditional}`,
      `"${MEASURE_AND_FLIP}" decides by an outcome, which a device without feed-forward cannot. Give the figure of its reset as a number.`,
    )
}

function checkQubits({ qubits }: DeviceProfile, file: string): void {
  const indices = new Set<number>()
  const labels = new Set<string>()
  eachWhole(qubits, ({ index, label }, at) => {
    if (indices.has(index))
      throw invalidFile(
        file,
        { pointer: `${under('/qubits', at)}/index` },
        `index ${index} is taken by an earlier qubit.`,
      )
    if (labels.has(label))
      throw invalidFile(
        file,
        { pointer: `${under('/qubits', at)}/label` },
        `label ${quote(label)} is taken by an earlier qubit.`,
      )
    indices.add(index)
    labels.add(label)
  })
}

function checkCouplings({ couplings }: DeviceProfile, indices: ReadonlySet<number>, file: string): void {
  const seen = new Set<string>()
  eachWhole(couplings, ([a, b], at) => {
    const pointer = under('/couplings', at)
    const unknown = [a, b].find(index => !indices.has(index))
    if (unknown !== undefined) throw invalidFile(file, { pointer }, `qubit ${unknown} is not among the qubits.`)
    if (a === b) throw invalidFile(file, { pointer }, `it couples qubit ${a} to itself.`)
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`
    if (seen.has(key)) throw invalidFile(file, { pointer }, `${a}-${b} is listed twice.`)
    seen.add(key)
  })
}

function checkChiplets({ chiplets }: DeviceProfile, indices: ReadonlySet<number>, file: string): void {
  const owner = new Map<number, string>()
  const ids = new Set<string>()
  eachWhole(chiplets, ({ chiplet_id, qubits }, at) => {
    if (ids.has(chiplet_id))
      throw invalidFile(
        file,
        { pointer: `${under('/chiplets', at)}/chiplet_id` },
        `${chiplet_id} is taken by an earlier chiplet.`,
      )
    ids.add(chiplet_id)
    eachWhole(qubits, (qubit, position) => {
      const pointer = under(`${under('/chiplets', at)}/qubits`, position)
      if (!indices.has(qubit)) throw invalidFile(file, { pointer }, `qubit ${qubit} is not among the qubits.`)
      if (owner.has(qubit))
        throw invalidFile(file, { pointer }, `qubit ${qubit} already belongs to chiplet ${owner.get(qubit)}.`)
      owner.set(qubit, chiplet_id)
    })
  })
}
