/** Programs as typed arrays, as the addon takes them. */

/** A frame program as the addon takes it: four integers and three probabilities an op. */
export interface EncodedFrames {
  readonly qubits: number
  readonly bits: number
  readonly registers: number
  readonly inputs: number
  readonly ops: Int32Array
  readonly rates: Float64Array
}

/** A prepared circuit as the addon takes it; see native/addon/arguments.h. */
export interface EncodedCircuit {
  readonly qubits: number
  readonly slots: number
  /** Six integers an op: code, target, two controls, matrix or slot, condition; -1 for none. */
  readonly ops: Int32Array
  /** Eight numbers a matrix. */
  readonly matrices: Float64Array
  /** For each condition its number of terms, then 2 × slot + value of each. */
  readonly conditions: Int32Array
}

/** With the width of the result, and the classical bit that each slot stands for. */
export interface EncodedStatevector extends EncodedCircuit {
  readonly engine: 'statevector'
  readonly clbit_of: readonly number[]
  readonly clbits: number
}

/** A program as the addon takes it; see native/addon/trajectories.cc. */
export interface EncodedTrajectories {
  readonly qubits: number
  readonly slots: number
  /** Six integers an op: code, a, b, c, matrix or slot, condition; -1 for none. Logic: a operation, b slot read. */
  readonly ops: Int32Array
  /** Three numbers an op. */
  readonly rates: Float64Array
  /** Eight numbers a matrix. */
  readonly matrices: Float64Array
  /** For each condition its number of terms, then 2 × slot + value of each. */
  readonly conditions: Int32Array
}

/** With the width of the result, and the classical bit that each slot stands for. */
export type EncodedCounting = EncodedTrajectories & { readonly clbit_of: readonly number[]; readonly clbits: number }

/** Rows of one encoded circuit: each row has its own values for some of the matrices. */
export interface EncodedRows {
  /** Numbers of the matrices that differ from row to row. */
  readonly varying: Int32Array
  /** Row by row, eight numbers for each varying matrix. */
  readonly values: Float64Array
  /** Seed of each row. */
  readonly seeds: BigUint64Array
}
