import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import type { SourceCircuit } from '../../../main/circuits/transpile/model/operations'
import { type Target, targetOf } from '../../../main/circuits/transpile/model/target'
import { transpile } from '../../../main/circuits/transpile/transpile'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../main/contract/calibration/snapshot'
import { ghz, layered, qft } from '../../main/circuits/transpile/samples'
import { compare } from '../compare'

const DEVICES = join(import.meta.dirname, '../../../resources/devices')
const read = <T>(file: string): T => JSON.parse(readFileSync(join(DEVICES, file), 'utf8')) as T

function bundled(device: string): Target {
  const profile = read<DeviceProfile>(`${device}.json`)
  return targetOf(profile, read<CalibrationSnapshot>(profile.calibrations.at(-1)!))
}

/** For comparison: on a line a QFT-10 takes 135 CZ (three for each pair of qubits), a GHZ-20 takes 19. */
const CIRCUITS: Record<string, SourceCircuit> = {
  'GHZ-20': ghz(20),
  'QFT-10': qft(10),
  'random 10 x depth 20': layered(10, 20),
  'random 100 x depth 7': layered(100, 7),
}

/** Prints figures of the transpiled circuit, which are the same in every run, beside the times. */
function contender(name: string, circuit: SourceCircuit, target: Target) {
  const { cz_count, swap_count, depth, duration_ns, expected_success } = transpile(circuit, target)
  const success = `predicted success ${expected_success.toPrecision(3)}`
  console.info(`${name}: ${cz_count} cz, ${swap_count} swaps, depth ${depth}, ${duration_ns} ns, ${success}`)
  return { name, amount: 1, run: async () => transpile(circuit, target) }
}

describe.each(['dev-a', 'dev-b', 'dev-c'])('transpiling to %s', device => {
  const target = bundled(device)
  const contenders = Object.entries(CIRCUITS).map(([name, circuit]) => contender(`${device} ${name}`, circuit, target))
  compare('circuits', contenders)
})
