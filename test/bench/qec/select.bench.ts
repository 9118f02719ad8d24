import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../main/contract/calibration/snapshot'
import { newMemory, resolveChiplet, type SelectionMemory } from '../../../main/modules/resolution/resolve'
import { type Device, latticeCouplings, noCheckpoint, syntheticDevice } from '../../main/qec/devices'
import { compare } from '../compare'

/** A device with a different readout at every site. */
const scattered = (size: number, couplings: [number, number][]): Device =>
  syntheticDevice(size, couplings, {
    qubit: q => ({ readout_fidelity: 0.99 - ((q * 37) % 17) / 1_000 }),
    edge: (a, b) => ({ fidelity: 0.996 - ((a * 31 + b * 17) % 13) / 2_000 }),
  })

const lattice = (columns: number, rows: number) => scattered(columns * rows, latticeCouplings(columns, rows))
const allToAll = (size: number) =>
  scattered(
    size,
    Array.from({ length: size }, (_, b) => Array.from({ length: b }, (_, a): [number, number] => [a, b])).flat(),
  )

const DEVICES = join(import.meta.dirname, '../../../resources/devices')
const read = (name: string): unknown => JSON.parse(readFileSync(join(DEVICES, name), 'utf8'))
const shipped = (name: string): Device => {
  const profile = read(`${name}.json`) as DeviceProfile
  return { profile, snapshot: read(profile.calibrations.at(-1)!) as CalibrationSnapshot }
}

function select({ profile, snapshot }: Device, chiplets: DeviceProfile['chiplets'], memory: SelectionMemory): void {
  const device = { profile, current: snapshot, snapshots: [snapshot] }
  for (const chiplet of chiplets) resolveChiplet(device, { chiplet, memory, checkpoint: noCheckpoint })
}

/** Cold: nothing is remembered. Warm: shapes and verdicts are, from a run before; no answer is. */
function contenders(name: string, device: Device, chiplets = device.profile.chiplets) {
  const warm = newMemory()
  select(device, chiplets, warm)
  const contender = (how: string, memory: () => SelectionMemory) => ({
    name: `${name}, ${how}`,
    amount: 1,
    run: async () => select(device, chiplets, memory()),
  })
  return [contender('warm', () => warm), contender('cold', newMemory)]
}

const a = shipped('dev-a')
describe('selection, faults enumerated', () => {
  compare('selections', [
    ...contenders('3x3 chiplet (target 20 ms)', a, a.profile.chiplets.slice(10, 11)),
    ...contenders('twelve chiplets of dev-a (150 ms)', a),
    ...contenders('die of 54 (1 s)', lattice(9, 6)),
    ...contenders('die of 120 (3 s)', lattice(12, 10)),
    ...contenders('all-to-all, 36 qubits', allToAll(36)),
    ...contenders('dev-b, 120 qubits (3 s)', shipped('dev-b')),
  ])
})
