/** Result of the transpiler: a circuit in native gates and its figures. */
import type { Condition } from '../../../contract/jobs/circuit'

/**
 * rz is a change of frame: exact, and without duration. store sets the classical bit `clbits[0]` to `params[0]`, at
 * once: unrolled loops decide by it. A barrier with a condition ends an iteration of such a loop.
 */
export const NATIVE_GATES = ['rz', 'sx', 'x', 'cz', 'measure', 'reset', 'barrier', 'store'] as const

/** Operations that take no time on a qubit. */
export const TIMELESS: readonly string[] = ['rz', 'barrier', 'store']

type NativeGate = (typeof NATIVE_GATES)[number]

export interface NativeInstruction {
  name: NativeGate
  qubits: number[]
  clbits?: number[]
  params?: number[]
  condition?: Condition
}

/** The instructions of one of the circuits that were transpiled together. */
export const instructionsOfRow = (instructions: readonly NativeInstruction[], row: number): NativeInstruction[] =>
  instructions.map(one => (one.params && one.params.length > 1 ? { ...one, params: [one.params[row]!] } : one))

interface NativeResult {
  num_qubits: number
  /** As wide as the source's result, whatever was simplified away. */
  num_clbits: number
  instructions: NativeInstruction[]
}

/** One factor of the prediction per kind of error; the product is `expected_success`. */
export interface SuccessPrediction {
  readonly one_qubit: number
  readonly cz: number
  readonly readout: number
  readonly reset: number
  readonly idle: number
}

/** Only where the device makes a CZ of other gates. */
export interface NativeGates {
  readonly native_two_qubit_count?: number
  /** By name. */
  readonly native_two_qubit_gates?: readonly string[]
}

export interface Transpiled extends NativeGates {
  /** On physical qubit indices, native gates only, in the order of `start_ns`. */
  readonly circuit: NativeResult
  /** Physical qubit of each qubit of the source at the start; null for one that no instruction uses. */
  readonly initial_layout: readonly (number | null)[]
  /** The same at the end: SWAPs of the router and of the source move states about. */
  readonly final_layout: readonly (number | null)[]
  /** SWAPs that routing inserted; those of the source are not counted. */
  readonly swap_count: number
  readonly cz_count: number
  /** Longest chain of operations that take time (rz, barrier and store do not). */
  readonly depth: number
  readonly duration_ns: number
  /** PREDICTED from the calibration, not measured: product of the fidelities of every operation and every wait. */
  readonly expected_success: number
  /**
   * True where no T2 is known and waits are charged with its limit 2·T1: success is then at most `expected_success`.
   */
  readonly success_is_bound?: true
  readonly predicted: SuccessPrediction
  /** One per instruction of `circuit`, as late as possible. */
  readonly start_ns: readonly number[]
  readonly calibration_id: string
  /** Whether the layout is the proven cheapest among those that need no SWAP. */
  readonly layout_is_optimal: boolean
  readonly seed: number
}
