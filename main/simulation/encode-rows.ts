/** Rows of a circuit with expressions as the addon's engines take them: encoded once, with each row's own matrices. */
import { type Binder, createBinder, type ParameterTable } from '../circuits/parameters/bind'
import type { Circuit, ParametricCircuit } from '../contract/jobs/circuit'
import { encodeNoiseless } from './encode-job'
import { encodeCircuit } from './encoding/statevector'
import { circuitStepsOf } from './model/circuit'
import type { EncodedRows, EncodedStatevector } from './model/encoded'
import type { EncodedStabilizer } from './model/stabilizer'
import { cliffordOps } from './stabilizer/program'
import { prepareCircuit } from './statevector/prepare'

interface RowsShape {
  readonly shots: number
  /** Rows from `first` on have these seeds, one each. */
  readonly first: number
  readonly seeds: BigUint64Array
  /** Maximum number of qubits of a state vector. */
  readonly max_qubits: number
}

interface SeededClifford {
  readonly program: EncodedStabilizer
  readonly seed: bigint
}

export interface EncodedSweep {
  /** The rows that are not Clifford, in order; null where all are. */
  readonly statevector: (EncodedStatevector & EncodedRows) | null
  /** By row, relative to the first; null for the rows in `statevector`. */
  readonly cliffords: readonly (SeededClifford | null)[]
}

/** Each row for the engine that `engineFor` names. Throws AppError where the engine has no room. */
export function encodeRows(circuit: ParametricCircuit, table: ParameterTable, shape: RowsShape): EncodedSweep {
  const binder = createBinder(circuit, table)
  const { first, seeds, ...rest } = shape
  const isFixedClifford = circuit.instructions.every(
    instruction => instruction.params?.some(param => typeof param === 'string') || isClifford(instruction),
  )
  const rows = Array.from(seeds, (_, at) => first + at)
  const cliffords = rows.map((row, at): SeededClifford | null => {
    if (!isFixedClifford || !binder.instructions(row).every(({ instruction }) => isClifford(instruction))) return null
    const seed = seeds[at]!
    const { program } = encodeNoiseless(binder.circuit(row), { ...rest, seed })
    return program.engine === 'stabilizer' ? { program, seed } : null
  })
  const others = rows.filter((_, at) => cliffords[at] === null)
  if (others.length === 0) return { statevector: null, cliffords }
  const own = BigUint64Array.from(others, row => seeds[row - first]!)
  return { statevector: { ...encodeOthers(binder, others, rest), seeds: own }, cliffords }
}

const isClifford = (instruction: object): boolean =>
  cliffordOps(instruction as Circuit['instructions'][number]) !== null

function encodeOthers(
  binder: Binder,
  rows: readonly number[],
  { shots, max_qubits }: Omit<RowsShape, 'first' | 'seeds'>,
) {
  const bound = binder.circuit(rows[0]!)
  const encoded = encodeCircuit(prepareCircuit(bound, { shots, seed: 0n, max_qubits }))
  const open = new Set(binder.instructions(rows[0]!).map(({ index }) => index))
  const varying: number[] = []
  let step = 0
  for (const [index, instruction] of bound.instructions.entries())
    for (const { kind } of circuitStepsOf(instruction, index, bound.num_qubits)) {
      if (kind === 'gate' && open.has(index)) varying.push(encoded.ops[6 * step + 4]!)
      step += 1
    }
  const values = new Float64Array(rows.length * varying.length * 8)
  for (const [at, row] of rows.entries()) {
    const matrices = matricesOf(binder, row, bound.num_qubits)
    if (matrices.length !== varying.length * 8) throw new Error(`Row ${row} has another number of gates than the first`)
    values.set(matrices, at * varying.length * 8)
  }
  return { ...encoded, varying: Int32Array.from(varying), values }
}

/** Matrices of the gates with expressions, in order. */
const matricesOf = (binder: Binder, row: number, qubits: number): number[] =>
  binder
    .instructions(row)
    .flatMap(({ index, instruction }) =>
      circuitStepsOf(instruction, index, qubits).flatMap(step => (step.kind === 'gate' ? step.matrix : [])),
    )
