import { clbitsOf } from '../circuits/model/validate'
import type { CalibrationSnapshot, DeviceProfile } from '../contract/calibration/snapshot'
import type { Fault } from '../contract/model/errors'
import { chooseEngine } from '../simulation/engine-choice'
import type { EncodedTableau } from '../simulation/encode-job'
import type { Simulator } from '../simulation/model/simulator'
import type { PackedShots, StabilizerProgram, StabilizerSimulator } from '../simulation/model/stabilizer'
import { stabilizerProgram } from '../simulation/stabilizer/program'
import { direct, type Runner } from '../worker/runner'
import { type Executed, knownOf, type Options, type Order, type Outcome, type Planned } from './model/executor'
import { bytesOf, type Json } from './json'
import { type JobTasks, jobTasks } from './tasks/registry'

/** Simulates circuits one way: without noise, or with that of a calibration. */
export interface CircuitEngine {
  /** Why it cannot take this circuit, empty when it can; pointers are below the circuit's own, `at`. */
  refuse(planned: Planned, at: string): Fault[] | Promise<Fault[]>
  run(order: Order): Promise<Outcome>
  /** As `Executor.repeat`. */
  repeat?(order: Order, executed: Executed): Promise<PackedShots | null>
}

export interface Engines {
  readonly simulator: Simulator
  readonly stabilizer: StabilizerSimulator
}

/** Noiseless: Clifford circuits by stabilizers, all others by the state vector. */
export function idealEngine(
  { simulator, stabilizer }: Engines,
  heavy: Runner<JobTasks> = direct(jobTasks),
): CircuitEngine {
  const most = ({ precision }: Options): number =>
    precision === 'float32' ? (simulator.max_qubits_float32 ?? simulator.max_qubits) : simulator.max_qubits
  const choose = (planned: Planned) =>
    chooseEngine(knownOf(planned), {
      statevector_qubits: most(planned.options),
      stabilizer_qubits: stabilizer.max_qubits,
    })

  const encode = (order: Order) => {
    const { shots, seed, options, signal } = order
    const json = jsonOf(order)
    return heavy.run('encodeIdeal', { json, shots, seed, max_qubits: most(options) }, { size: bytesOf(json), signal })
  }

  /** Engines of typed arrays get the circuit in these, encoded wherever there is time for it. */
  async function runEncoded(order: Order): Promise<Outcome> {
    const { shots, seed, options, signal, onProgress } = order
    const encoded = await encode(order)
    if (encoded.engine === 'stabilizer') return { ...(await tableauOf(stabilizer, order, encoded)), ...IDEAL }
    const { precision } = options
    const packed = await simulator.runEncoded!(encoded, shots, seed, { signal, onProgress, precision })
    return { ...IDEAL, shots, packed, engine: simulator.statevector_engine }
  }

  /** The reference engines take the circuit as it is. */
  async function runRead(order: Order): Promise<Outcome> {
    const { circuit, shots, seed, signal, onProgress } = order
    const { precision } = order.options
    if (choose(order).engine === 'stabilizer') {
      const counts = await stabilizer.countOutcomes(stabilizerProgram(circuit), shots, seed, { signal, onProgress })
      return { ...IDEAL, shots, counts: widened(counts, clbitsOf(circuit)), engine: stabilizer.stabilizer_engine }
    }
    const counts = await simulator.runCircuit(circuit, shots, seed, { signal, onProgress, precision })
    return { ...IDEAL, shots, counts, engine: simulator.statevector_engine }
  }

  return {
    refuse(planned, at) {
      const { engine, why } = choose(planned)
      return engine === 'none' ? [{ pointer: `${at}/num_qubits`, message: why }] : []
    },
    run: simulator.runEncoded && stabilizer.countEncoded ? runEncoded : runRead,
    async repeat(order, { engine }) {
      if (engine !== stabilizer.stabilizer_engine) return null
      if (!stabilizer.packEncoded) return shotsOf(stabilizer, order, stabilizerProgram(order.circuit))
      const encoded = await encode(order)
      return encoded.engine === 'stabilizer' ? packedOf(stabilizer, order, encoded) : null
    },
  }
}

const IDEAL = { noise: 'none', calibration_id: null, transpiled: null } as const

export async function tableauOf(stabilizer: StabilizerSimulator, order: Order, { program, width }: EncodedTableau) {
  const { shots, seed, signal, onProgress } = order
  const packed = await stabilizer.countEncoded!(program, width, shots, seed, { signal, onProgress })
  return { packed, shots, engine: stabilizer.stabilizer_engine, transpiled: null }
}

export const packedOf = (stabilizer: StabilizerSimulator, order: Order, { program }: EncodedTableau) => {
  const { shots, seed, signal } = order
  return stabilizer.packEncoded!(program, shots, seed, { signal })
}

export const shotsOf = (stabilizer: StabilizerSimulator, { shots, seed, signal }: Order, program: StabilizerProgram) =>
  stabilizer.sampleShots(program, shots, seed, { signal })

/** Throws AppError not_found for an unknown backend. */
export type DeviceOf = (backend_id: string) => {
  readonly profile: DeviceProfile
  readonly current: CalibrationSnapshot
  /** All that are kept; left out: the current one alone. */
  readonly snapshots?: readonly CalibrationSnapshot[]
}

export const jsonOf = (order: Order): Json => order.json ?? JSON.stringify(order.circuit)

/** The stabilizer engine counts the bits that are written; a result has those that the circuit declares. */
export const widened = (counts: ReadonlyMap<string, number>, clbits: number): Map<string, number> =>
  new Map([...counts].map(([bits, count]) => [bits.padStart(clbits, '0'), count]))
