/** The rows of a sweep as programs of a sequencer: transpiled and compiled once, so that they differ in the angles of their rz alone. */
import { clbitsOf } from '../../../circuits/model/classical-bits'
import { unrollLoops } from '../../../circuits/model/unroll'
import { createBinder, type ParameterTable } from '../../../circuits/parameters/bind'
import { generalCircuit } from '../../../circuits/parameters/general-point'
import { instructionsOfRow, type NativeInstruction, type Transpiled } from '../../../circuits/transpile/model/result'
import { transpileRows } from '../../../circuits/transpile/transpile'
import type { Circuit, ParametricCircuit } from '../../../contract/jobs/circuit'
import { measuringRefusals } from '../../../sequencer/profile/refusals'
import { SequencerError } from '../../../sequencer/program/errors'
import type { Operation, SequencerProgram } from '../../../sequencer/program/program'
import type { Checkpoint } from '../../../worker/checkpoint'
import { parsed } from '../../../worker/json'
import { compiledCircuit, type DeviceCircuit, type DeviceProgram } from './device-program'

export interface DeviceRows extends Omit<DeviceCircuit, 'by_trajectories'> {
  /** `json` has expressions of its parameters. */
  readonly table: ParameterTable
  /** The first row, and how many are asked for; fewer where the circuit is large. */
  readonly first: number
  readonly count: number
  /** Circuits whose rows are in memory together; left out: this one. */
  readonly sharers?: number
}

/** In `program`, the angle of each rz is replaced by its place among all rz. */
export interface RowPrograms extends DeviceProgram {
  /** Transpiled circuit of the first row. */
  readonly transpiled: Transpiled
  readonly first: number
  readonly rows: number
  /** `angles[place * rows + row - first]`, in radians. */
  readonly angles: Float64Array
}

/** Maximum instructions of all rows that are transpiled together, with their angles in memory. */
const MAX_INSTRUCTIONS = 2 ** 17
/** An angle with as many digits as any has in the text of a program. */
const LONGEST_ANGLE = -1.2345678901234566e-9

/**
 * Null where the sequencer refuses the pulses common to all rows: a row by itself may need fewer, or gives the reason.
 * Throws AppError where the device has no room.
 */
export function compiledRows(input: DeviceRows, checkpoint: Checkpoint): RowPrograms | null {
  try {
    const { longest, ...programs } = rowPrograms(input, checkpoint)
    return measuringRefusals(longest, input.sequencer).length > 0 ? null : programs
  } catch (error) {
    if (error instanceof SequencerError) return null
    throw error
  }
}

function rowPrograms(input: DeviceRows, checkpoint: Checkpoint) {
  const { table, first, sharers = 1, layout, routing, target } = input
  const source = parsed<ParametricCircuit>(input.json)
  const room = MAX_INSTRUCTIONS / sharers / (source.instructions.length + 1)
  const rows = Math.min(input.count, Math.max(1, Math.floor(room)))
  const unrolled = circuitsOf(source, { ...table, first, rows }).map(circuit => unrollLoops(circuit))
  const circuits = unrolled.map(({ circuit }) => circuit)
  const transpiled = transpileRows(circuits, target, { layout, routing, checkpoint })
  const { instructions } = transpiled.circuit
  const { marked, angles } = markedAngles(instructions, rows)
  const compiled = compiledCircuit({ ...transpiled.circuit, instructions: marked }, clbitsOf(circuits[0]!), input)
  const longest = withAngles(compiled.program, () => LONGEST_ANGLE)
  const shown = { ...transpiled, circuit: { ...transpiled.circuit, instructions: instructionsOfRow(instructions, 1) } }
  return { ...compiled, transpiled: shown, loops: unrolled[0]!.loops, first, rows, angles, longest }
}

/** The program of a row of the sweep. */
export const programOfRow = ({ program, angles, first, rows }: Omit<RowPrograms, 'transpiled'>, row: number) =>
  withAngles(program, place => angles[place * rows + row - first]!)

function withAngles(program: SequencerProgram, angleOf: (place: number) => number): SequencerProgram {
  const bound = (operation: Operation): Operation =>
    operation.op === 'vz' ? { ...operation, angle: angleOf(operation.angle) } : operation
  return {
    ...program,
    blocks: program.blocks.map(block => ({ ...block, operations: block.operations.map(bound) })),
  }
}

/**
 * Replaces the angle of each rz by its place, and returns the angles by place and row. The first circuit is not a row and
 * is left out.
 */
function markedAngles(instructions: readonly NativeInstruction[], rows: number) {
  const rz = instructions.filter(({ name }) => name === 'rz')
  const angles = new Float64Array(rz.length * rows)
  for (const [place, { params }] of rz.entries())
    for (let row = 0; row < rows; row++) angles[place * rows + row] = params![row + 1] ?? params![0]!
  let place = 0
  const marked = instructions.map(one => (one.name === 'rz' ? { ...one, params: [place++] } : one))
  return { marked, angles }
}

interface RowsOfTable extends ParameterTable {
  readonly first: number
}

/**
 * The circuit at a general point of the table, where no gate is special, then those of the rows. The first makes every
 * group of rows transpile alike.
 */
function circuitsOf(source: ParametricCircuit, { first, rows, ...table }: RowsOfTable): Circuit[] {
  const { names, values } = table
  const own = values.subarray(first * names.length, (first + rows) * names.length)
  const binder = createBinder(source, { names, rows, values: own })
  const general = generalCircuit(source, { ...table, rows: values.length / names.length })
  return [general, ...Array.from({ length: rows }, (_, row) => binder.circuit(row))]
}
