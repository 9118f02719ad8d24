import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { targetOf } from '../../../main/circuits/transpile/model/target'
import { transpile } from '../../../main/circuits/transpile/transpile'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../main/contract/calibration/snapshot'
import type { Circuit } from '../../../main/contract/jobs/circuit'
import type { TrajectoryProgram, TrajectorySimulator } from '../../../main/simulation/model/trajectory'
import { noiseParametersOf } from '../../../main/simulation/noise/calibration'
import { noisyTrajectoryProgram } from '../../../main/simulation/noise/trajectory-program'
import { createNativeTrajectories } from '../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import { layered } from '../../main/circuits/transpile/samples'
import { findAddon } from '../../main/simulation/engine-fixtures'
import { compare } from '../compare'

const addon = findAddon()
const DEVICES = join(import.meta.dirname, '../../../resources/devices')
const read = <T>(file: string): T => JSON.parse(readFileSync(join(DEVICES, file), 'utf8')) as T
const profile = read<DeviceProfile>('dev-a.json')
const snapshot = read<CalibrationSnapshot>(profile.calibrations.at(-1)!)
const target = targetOf(profile, snapshot)
const figures = noiseParametersOf(profile, snapshot)

/** As a job on the simulated device: fitted to it, with the noise of its calibration, every qubit read at the end. */
function program(qubits: number): TrajectoryProgram {
  const { num_qubits, instructions } = layered(qubits, 6)
  const reads = Array.from({ length: qubits }, (_, q) => ({ name: 'measure', qubits: [q], clbits: [q] }))
  const gates = instructions.filter(({ name }) => name !== 'measure')
  const fitted = transpile({ num_qubits, instructions: [...gates, ...reads] }, target)
  return noisyTrajectoryProgram(fitted.circuit as unknown as Circuit, figures)
}

/** Shots of the native engine and of the reference: enough to matter, few enough to wait for. */
const CASES = [
  [5, 100_000, 2_000],
  [10, 20_000, 50],
  [16, 40, 1],
] as const

describe.each(CASES)('trajectories of %d qubits on dev-a', (size, shots, reference_shots) => {
  const noisy = program(size)
  const cz = noisy.steps.filter(step => step.kind === 'gate' && step.controls.length > 0).length
  console.info(`${size} qubits, fitted to ${noisy.qubits}: ${cz} two-qubit gates, ${noisy.steps.length} steps`)
  const contender = (name: string, engine: TrajectorySimulator, amount: number, precision?: 'float32') => ({
    name,
    amount,
    run: () => engine.countOutcomes(noisy, { shots: amount, seed: 1n, precision }),
  })
  const reference = contender('reference', createReferenceTrajectories(), reference_shots)
  const native = (threads: number) => createNativeTrajectories(addon!, { threads })
  const fast = addon
    ? [
        contender('native, one thread', native(1), shots),
        contender('native, two threads', native(2), shots),
        contender('native, two threads, float32', native(2), shots, 'float32'),
      ]
    : []
  compare('shots', [...fast, reference])
})
