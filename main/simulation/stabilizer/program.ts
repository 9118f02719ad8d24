/** From a Clifford circuit to the arrays of the kernel: its gates as generators, these as a program, and the program encoded. */
import { clbitsOf } from '../../circuits/model/classical-bits'
import { STORE, SYNC } from '../../circuits/model/unroll'
import { type Axis, type CliffordStep, GATES, type GateRow, gateNamed } from '../../contract/gates/gate-table'
import type { Circuit, Instruction } from '../../contract/jobs/circuit'
import { AppError } from '../../contract/model/errors'
import { refuseAbove } from '../model/arguments'
import { LOOP_QUBIT } from '../model/circuit'
import { literalsOf, type RequiredBits } from '../model/condition'
import {
  bitWidthOf,
  type EncodedStabilizer,
  MAX_STABILIZER_CLBITS,
  MAX_STABILIZER_QUBITS,
  type StabilizerOp,
  type StabilizerProgram,
} from '../model/stabilizer'

/** Radians by which an angle may miss a multiple of its step and still count as that multiple. */
const ANGLE_TOLERANCE = 1e-12

type OneQubitGenerator = 'h' | 's' | 'x' | 'z'
const on = (q: number, ...names: OneQubitGenerator[]): StabilizerOp[] => names.map(op => ({ op, q }))
const two = (op: 'cx' | 'cz' | 'swap', a: number, b: number): StabilizerOp => ({ op, a, b })

/** Powers of S: none, S, Z, S^-1 = Z S. */
const PHASES: readonly (readonly OneQubitGenerator[])[] = [[], ['s'], ['z'], ['z', 's']]
/** exp(-iYθ/2) for θ = 0, π/2, π, 3π/2, first gate first. */
const Y_ROTATIONS: readonly (readonly OneQubitGenerator[])[] = [[], ['z', 'h'], ['x', 'z'], ['h', 'z']]

/**
 * How often `step` fits into `angle`, modulo 4; null when it misses by more than ANGLE_TOLERANCE, which leaves room for a
 * few roundings of an expression such as 3π/2 and no more. An angle within it changes its gate by at most half as much
 * in operator norm, and such errors add: 1,000,000 instructions of three angles each change no probability by more than
 * 2e-6, and 1,000 by 2e-9, far below what 1,000,000 shots can show. Anything farther off is left to the state vector.
 */
function quarterTurns(angle: number | undefined, step = Math.PI / 2): 0 | 1 | 2 | 3 | null {
  if (angle === undefined || !Number.isFinite(angle)) return null
  const times = Math.round(angle / step)
  if (Math.abs(angle - times * step) > ANGLE_TOLERANCE) return null
  return ((((times % 4) + 4) % 4) as 0 | 1 | 2 | 3) || 0
}

const phase = (q: number, times: number): StabilizerOp[] => on(q, ...PHASES[times]!)

function rotation(angle: number | undefined, gates: (times: number) => StabilizerOp[]): StabilizerOp[] | null {
  const times = quarterTurns(angle)
  return times === null ? null : gates(times)
}

/** u(θ, φ, λ) = rz(φ) ry(θ) rz(λ) up to a phase; at θ = 0 only φ + λ counts, at θ = π only φ - λ. */
function general(q: number, [theta, phi, lambda]: readonly number[]): StabilizerOp[] | null {
  const thetaTurns = quarterTurns(theta)
  if (thetaTurns === null || phi === undefined || lambda === undefined) return null
  if (thetaTurns === 0) return rotation(phi + lambda, times => phase(q, times))
  if (thetaTurns === 2) return rotation(phi - lambda, times => [...on(q, 'x', 'z'), ...phase(q, times)])
  const [after, before] = [quarterTurns(phi), quarterTurns(lambda)]
  if (after === null || before === null) return null
  return [...phase(q, before), ...on(q, ...Y_ROTATIONS[thetaTurns]!), ...phase(q, after)]
}

/** Rotation by quarter turns about an axis, as generators. */
const ABOUT: Readonly<Record<Exclude<Axis, 'xz'>, (times: number) => readonly OneQubitGenerator[]>> = {
  x: times => (times === 2 ? ['x'] : times === 0 ? [] : ['h', ...PHASES[times]!, 'h']),
  y: times => Y_ROTATIONS[times]!,
  z: times => PHASES[times]!,
}
/** Gates before and after a rotation about Z that make it one about the axis. */
const TO_Z: Readonly<Record<Exclude<Axis, 'xz'>, { before: OneQubitGenerator[]; after: OneQubitGenerator[] }>> = {
  x: { before: ['h'], after: ['h'] },
  y: { before: ['z', 's', 'h'], after: ['h', 's'] },
  z: { before: [], after: [] },
}

const axisOf = ({ rotations }: GateRow): Exclude<Axis, 'xz'> => rotations!([0])[0]![0] as Exclude<Axis, 'xz'>

/** cp(kπ) is CZ^k; crz(kπ) is CZ^k with S^-k on the control; crx and cry are crz in another basis of the target. */
function controlledRotation(base: string, [a, b]: readonly number[], angle: number | undefined): StabilizerOp[] | null {
  const times = quarterTurns(angle, Math.PI)
  if (times === null) return null
  const flips = times % 2 === 1 ? [two('cz', a!, b!)] : []
  if (base === 'p') return flips
  const { before, after } = TO_Z[axisOf(GATES[base]!)]
  return [...on(b!, ...before), ...flips, ...phase(a!, (4 - times) % 4), ...on(b!, ...after)]
}

const stepOf = ([op, at]: CliffordStep, qubits: readonly number[]): StabilizerOp =>
  op === 'cx' || op === 'cz' || op === 'swap' ? two(op, qubits[at[0]!]!, qubits[at[1]!]!) : { op, q: qubits[at[0]!]! }

/** A unitary gate as generators, by its row of the gate table; null where that is no Clifford gate. */
function unitaryOps(name: string, qubits: readonly number[], params: readonly number[]): StabilizerOp[] | null {
  const row = gateNamed(name)
  if (row === null) return null
  if (row.clifford) return row.clifford.map(step => stepOf(step, qubits))
  if (row.params === 0) return null
  if (row.controlled) return controlledRotation(row.controlled.gate, qubits, params[0])
  if (row.params === 3) return general(qubits[0]!, params)
  return rotation(params[0], times => on(qubits[0]!, ...ABOUT[axisOf(row)](times)))
}

function opsOf({ name, qubits, params = [] }: Instruction): StabilizerOp[] | null {
  if (name === 'measure') return qubits.map(q => ({ op: 'measure', q, bit: 0, flip: 0 }))
  if (name === 'reset') return qubits.map(q => ({ op: 'reset', q }))
  return name === 'barrier' || name === SYNC ? [] : unitaryOps(name, qubits, params)
}

/** Measures the scratch qubit, whose value is certain, as for the state vector. */
function storeOps({ clbits, params, condition }: Instruction): StabilizerOp[] {
  const measure: StabilizerOp = {
    op: 'measure',
    q: LOOP_QUBIT,
    bit: clbits![0]!,
    flip: 0,
    ...(condition ? { condition: literalsOf(condition) } : {}),
  }
  const flip = on(LOOP_QUBIT, 'x')
  return params![0] === 0 ? [measure] : [...flip, measure, ...flip]
}

/** The generators an instruction stands for, up to a global phase, with its condition; null when it is not Clifford. */
export function cliffordOps(instruction: Instruction): StabilizerOp[] | null {
  const { clbits = [] } = instruction
  if (instruction.name === STORE) return storeOps(instruction)
  const ops = opsOf(instruction)
  if (ops === null) return null
  const recorded = ops.map((op, i) => (op.op === 'measure' ? { ...op, bit: clbits[i]! } : op))
  const condition = instruction.condition && literalsOf(instruction.condition)
  return condition === undefined ? recorded : recorded.map(op => ({ ...op, condition }))
}

const qubitsOf = (op: StabilizerOp): readonly number[] => ('q' in op ? [op.q] : [op.a, op.b])

/** Numbers the touched qubits 0, 1, ... in ascending order, so that two qubits of a large chiplet stay two. */
function compact(ops: readonly StabilizerOp[]): { qubits: number; ops: StabilizerOp[] } {
  const used = [...new Set(ops.flatMap(qubitsOf))].sort((a, b) => a - b)
  const indices = new Map(used.map((qubit, at) => [qubit, at]))
  const at = (qubit: number) => indices.get(qubit)!
  const renumbered = ops.map(op => ('q' in op ? { ...op, q: at(op.q) } : { ...op, a: at(op.a), b: at(op.b) }))
  return { qubits: used.length, ops: renumbered }
}

/** A bit that nothing has written yet is 0, so conditions on it are decided here. */
function resolveUnwrittenBits(ops: readonly StabilizerOp[]): StabilizerOp[] {
  const written = new Set<number>()
  return ops.flatMap(({ condition, ...op }) => {
    const open = condition?.filter(({ clbit }) => written.has(clbit)) ?? []
    if (condition?.some(({ clbit, value }) => value === 1 && !written.has(clbit))) return []
    if (op.op === 'measure') written.add(op.bit)
    if (open.length === 0) return [op as StabilizerOp]
    // Ops of one instruction share their condition, so that the engine gets it once.
    return [{ ...op, condition: open.length === condition!.length ? condition : open } as StabilizerOp]
  })
}

/**
 * Ops on whatever qubits as a program of the engine, whose bitstrings have `width` bits or, without it, as many as are
 * written; AppError `invalid_request` when they use too many qubits or bits.
 */
export function stabilizerProgramOf(all: readonly StabilizerOp[], width = 0): StabilizerProgram {
  const clbits = all.reduce((most, op) => (op.op === 'measure' ? Math.max(most, op.bit + 1) : most), 0)
  const { qubits, ops } = compact(resolveUnwrittenBits(all))
  refuseAbove('The circuit uses', { what: 'qubits', count: qubits, max: MAX_STABILIZER_QUBITS })
  refuseAbove('The circuit uses', { what: 'classical bits', count: clbits, max: MAX_STABILIZER_CLBITS })
  return { qubits, clbits, width: Math.max(width, clbits), ops }
}

/** The program of a valid circuit, null when it is not Clifford: one reading of the rules serves choice and program. */
export function cliffordProgram(circuit: Circuit): StabilizerProgram | null {
  const all: StabilizerOp[] = []
  for (const instruction of circuit.instructions) {
    const ops = cliffordOps(instruction)
    if (ops === null) return null
    all.push(...ops)
  }
  return stabilizerProgramOf(all, clbitsOf(circuit))
}

/**
 * A valid Clifford circuit (see `circuits/model/validate.ts`) without noise; AppError names the instruction that is not
 * Clifford.
 */
export function stabilizerProgram(circuit: Circuit): StabilizerProgram {
  return stabilizerProgramOf(
    circuit.instructions.flatMap((instruction, i) => {
      const ops = cliffordOps(instruction)
      if (ops !== null) return ops
      const message = `${instruction.name} is not a Clifford gate here; the state vector runs it`
      const pointer = `/circuit/instructions/${i}`
      throw new AppError('invalid_request', `Instruction ${i}: ${message}`, {
        details: { instruction: i },
        faults: [{ pointer, message }],
      })
    }),
    clbitsOf(circuit),
  )
}

/** Position = StabilizerCode in native/clifford/program.h. */
const STABILIZER_CODES: readonly StabilizerOp['op'][] = [
  'h',
  's',
  'x',
  'z',
  'cx',
  'cz',
  'swap',
  'measure',
  'reset',
  'pauli1',
  'pauli2',
]
const CODE_OF = new Map(STABILIZER_CODES.map((op, code) => [op, code]))

const operands = (op: StabilizerOp): readonly [number, number] =>
  'q' in op ? [op.q, op.op === 'measure' ? op.bit : 0] : [op.a, op.b]

function ratesOf(op: StabilizerOp): readonly number[] {
  if (op.op === 'measure') return [op.flip]
  if (op.op === 'pauli1') return [op.px, op.py, op.pz]
  return op.op === 'pauli2' ? [op.p] : []
}

/** Conditions end to end, each once for all the ops that share it, and where each starts. */
function encodeConditions(ops: readonly StabilizerOp[]) {
  const starts = new Map<RequiredBits, number>()
  const words: number[] = []
  for (const { condition } of ops) {
    if (condition === undefined || starts.has(condition)) continue
    starts.set(condition, words.length)
    words.push(condition.length)
    for (const { clbit, value } of condition) words.push(2 * clbit + value)
  }
  return { starts, conditions: Int32Array.from(words) }
}

export function encodeStabilizer(program: StabilizerProgram): EncodedStabilizer {
  const { qubits, clbits, ops: list } = program
  const ops = new Int32Array(list.length * 4)
  const rates = new Float64Array(list.length * 3)
  const { starts, conditions } = encodeConditions(list)
  list.forEach((op, i) => {
    const condition = op.condition === undefined ? -1 : starts.get(op.condition)!
    ops.set([CODE_OF.get(op.op)!, ...operands(op), condition], i * 4)
    rates.set(ratesOf(op), i * 3)
  })
  return { engine: 'stabilizer', qubits, clbits, width: bitWidthOf(program), ops, rates, conditions }
}
