import { clbitsOf } from '../circuits/validate'
import type { CalibrationSnapshot, DeviceProfile } from '../contract/calibration'
import type { Fault } from '../contract/errors'
import type { Circuit } from '../contract/jobs'
import { chooseEngine } from '../simulation/choice'
import { noisyProgram } from '../simulation/noise'
import { circuitFigures } from '../simulation/noise_calibration'
import type { Simulator } from '../simulation/simulator'
import type { StabilizerSimulator } from '../simulation/stabilizer'
import { firstNonClifford, stabilizerProgram } from '../simulation/stabilizer_program'
import type { Order, Outcome, Planned } from './executor'

/** Simulates circuits one way: without noise, or with that of a calibration. */
export interface CircuitEngine {
  /** Why it cannot take this circuit, empty when it can; pointers are below the circuit's own, `at`. */
  refuse(planned: Planned, at: string): Fault[]
  run(order: Order): Promise<Outcome>
}

export interface Engines {
  readonly simulator: Simulator
  readonly stabilizer: StabilizerSimulator
}

/** Noiseless: Clifford circuits by stabilizers, all others by the state vector. */
export function idealEngine({ simulator, stabilizer }: Engines): CircuitEngine {
  const choose = (circuit: Circuit, float32: boolean) =>
    chooseEngine(circuit, {
      statevector_qubits: float32 ? (simulator.max_qubits_float32 ?? simulator.max_qubits) : simulator.max_qubits,
      stabilizer_qubits: stabilizer.max_qubits,
    })
  return {
    refuse({ circuit, options }, at) {
      const { engine, why } = choose(circuit, options.precision === 'float32')
      return engine === 'none' ? [{ pointer: `${at}/num_qubits`, message: why }] : []
    },
    async run({ circuit, shots, seed, options: { precision }, signal, onProgress }) {
      const told = { shots, noise: 'none', calibration_id: null, transpiled: null } as const
      if (choose(circuit, precision === 'float32').engine === 'stabilizer') {
        const counts = await stabilizer.countOutcomes(stabilizerProgram(circuit), shots, seed, { signal, onProgress })
        return { ...told, counts: widened(counts, clbitsOf(circuit)), engine: stabilizer.stabilizer_engine }
      }
      const counts = await simulator.runCircuit(circuit, shots, seed, { signal, onProgress, precision })
      return { ...told, counts, engine: simulator.statevector_engine }
    },
  }
}

/** Throws AppError not_found for an unknown backend. */
export type DeviceOf = (backend_id: string) => {
  readonly profile: DeviceProfile
  readonly current: CalibrationSnapshot
}

/** With Pauli noise from the backend's current calibration. Takes Clifford circuits, which is all that Pauli frames can. */
export function calibratedEngine(stabilizer: StabilizerSimulator, deviceOf: DeviceOf): CircuitEngine {
  return {
    refuse({ circuit }, at) {
      const index = firstNonClifford(circuit)
      if (index === null) return []
      const { name } = circuit.instructions[index]!
      const message = `${name} is not Clifford here: calibrated noise is simulated for Clifford circuits only; use noise "none" on a -mock backend`
      return [{ pointer: `${at}/instructions/${index}`, message }]
    },
    async run({ circuit, backend, shots, seed, signal, onProgress }) {
      const { profile, current } = deviceOf(backend.backend_id)
      const program = noisyProgram(circuit, circuitFigures(profile, current))
      const counts = await stabilizer.countOutcomes(program, shots, seed, { signal, onProgress })
      return {
        counts: widened(counts, clbitsOf(circuit)),
        shots,
        engine: stabilizer.stabilizer_engine,
        noise: 'calibrated',
        calibration_id: current.calibration_id,
        transpiled: null,
      }
    },
  }
}

/** The stabilizer engine counts the bits that are written; a result has those that the circuit declares. */
const widened = (counts: ReadonlyMap<string, number>, clbits: number): Map<string, number> =>
  new Map([...counts].map(([bits, count]) => [bits.padStart(clbits, '0'), count]))
