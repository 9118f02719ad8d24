/** Any gate as one-qubit gates and CZ. Every rule is exact up to a global phase. */

import { AppError } from '../../contract/model/errors'
import type { Condition } from '../../contract/jobs'
import { OPS_PER_PAUSE, type Op, type SourceCircuit, type SourceInstruction } from './model/result'
import { TURNS } from './model/rotation'

type Step = readonly [name: string, qubits: readonly number[], ...params: number[]]
interface Rule {
  readonly qubits: number
  readonly params: number
  readonly steps: (qubits: readonly number[], params: readonly number[]) => Step[]
}

const { PI } = Math

/** Whether `angle` is an odd or an even multiple of π. */
const piMultiple = (angle: number): 'odd' | 'even' | null => {
  const turns = angle / PI
  if (Math.abs(turns - Math.round(turns)) > 1e-12) return null
  return Math.round(turns) % 2 === 0 ? 'even' : 'odd'
}

/** Rotations by odd multiples of π take one controlled Pauli and a phase, by multiples of 2π the phase alone. */
const controlledRotation = (axis: 'x' | 'y' | 'z'): Rule => ({
  qubits: 2,
  params: 1,
  steps: ([c, t], [angle]) => {
    const multiple = piMultiple(angle!)
    const phase: Step = ['p', [c!], -angle! / 2]
    if (multiple === 'even') return [phase]
    if (multiple === 'odd') return [phase, [`c${axis}`, [c!, t!]]]
    const between = axis === 'z' ? 'cx' : 'cz'
    return [
      [`r${axis}`, [t!], angle! / 2],
      [between, [c!, t!]],
      [`r${axis}`, [t!], -angle! / 2],
      [between, [c!, t!]],
    ]
  },
})

const RULES: Readonly<Record<string, Rule>> = {
  cx: {
    qubits: 2,
    params: 0,
    steps: ([c, t]) => [
      ['h', [t!]],
      ['cz', [c!, t!]],
      ['h', [t!]],
    ],
  },
  cy: {
    qubits: 2,
    params: 0,
    steps: ([c, t]) => [
      ['sdg', [t!]],
      ['cx', [c!, t!]],
      ['s', [t!]],
    ],
  },
  ch: {
    qubits: 2,
    params: 0,
    steps: ([c, t]) => [
      ['ry', [t!], -PI / 4],
      ['cz', [c!, t!]],
      ['ry', [t!], PI / 4],
    ],
  },
  cp: {
    qubits: 2,
    params: 1,
    steps: ([c, t], [angle]) => {
      const multiple = piMultiple(angle!)
      if (multiple !== null) return multiple === 'even' ? [] : [['cz', [c!, t!]]]
      return [
        ['p', [c!], angle! / 2],
        ['crz', [c!, t!], angle!],
      ]
    },
  },
  crx: controlledRotation('x'),
  cry: controlledRotation('y'),
  crz: controlledRotation('z'),
  swap: {
    qubits: 2,
    params: 0,
    steps: ([a, b]) => [
      ['cx', [a!, b!]],
      ['cx', [b!, a!]],
      ['cx', [a!, b!]],
    ],
  },
  iswap: {
    qubits: 2,
    params: 0,
    steps: ([a, b]) => [
      ['s', [a!]],
      ['s', [b!]],
      ['h', [a!]],
      ['cx', [a!, b!]],
      ['cx', [b!, a!]],
      ['h', [b!]],
    ],
  },
  // Nielsen and Chuang, figure 4.9.
  ccx: {
    qubits: 3,
    params: 0,
    steps: ([a, b, t]) => [
      ['h', [t!]],
      ['cx', [b!, t!]],
      ['tdg', [t!]],
      ['cx', [a!, t!]],
      ['t', [t!]],
      ['cx', [b!, t!]],
      ['tdg', [t!]],
      ['cx', [a!, t!]],
      ['t', [b!]],
      ['t', [t!]],
      ['h', [t!]],
      ['cx', [a!, b!]],
      ['t', [a!]],
      ['tdg', [b!]],
      ['cx', [a!, b!]],
    ],
  },
  cswap: {
    qubits: 3,
    params: 0,
    steps: ([c, a, b]) => [
      ['cx', [b!, a!]],
      ['ccx', [c!, a!, b!]],
      ['cx', [b!, a!]],
    ],
  },
}

/** Names that `decompose` accepts. */
export const KNOWN_GATES: readonly string[] = [
  ...Object.keys(TURNS),
  'cz',
  ...Object.keys(RULES),
  'measure',
  'reset',
  'barrier',
]

export interface Decomposed {
  /** turn, cz, measure, reset and barrier, on the qubits' names at the start. */
  readonly ops: readonly Op[]
  /** renamed[q]: which of those names carries the state of qubit q at the end; SWAPs without a condition only rename. */
  readonly renamed: readonly number[]
}

/** Throws `invalid_request` with a JSON pointer for what validation should have refused. */
export function* decompose({ num_qubits, instructions }: SourceCircuit): Generator<void, Decomposed> {
  const names = Array.from({ length: num_qubits }, (_, q) => q)
  const ops: Op[] = []
  for (const [index, instruction] of instructions.entries()) {
    if (index % OPS_PER_PAUSE === 0) yield
    check(instruction, index, num_qubits)
    translate(instruction, names, ops)
  }
  return { ops, renamed: names }
}

function translate(instruction: SourceInstruction, names: number[], ops: Op[]): void {
  const { name, clbits = [], params = [] } = instruction
  const condition = instruction.condition ?? null
  const qubits = instruction.qubits.map(q => names[q]!)
  if (name === 'barrier') ops.push({ kind: 'barrier', qubits: qubits.length > 0 ? qubits : [...names] })
  else if (name === 'reset') for (const qubit of qubits) ops.push({ kind: 'reset', qubit, condition })
  else if (name === 'measure')
    qubits.forEach((qubit, i) => {
      ops.push({ kind: 'measure', qubit, clbit: clbits[i]!, condition })
    })
  else if ((name === 'swap' || name === 'iswap') && condition === null) {
    // iswap = swap · cz · (s ⊗ s)
    if (name === 'iswap') for (const step of ISWAP_CORE(qubits)) expand(step, null, ops)
    rename(instruction.qubits, names)
  } else expand([name, qubits, ...params], condition, ops)
}

const ISWAP_CORE = ([a, b]: readonly number[]): Step[] => [
  ['s', [a!]],
  ['s', [b!]],
  ['cz', [a!, b!]],
]

function rename([a, b]: readonly number[], names: number[]): void {
  ;[names[a!], names[b!]] = [names[b!]!, names[a!]!]
}

function expand([name, qubits, ...params]: Step, condition: Condition | null, ops: Op[]): void {
  if (name === 'cz') ops.push({ kind: 'cz', a: qubits[0]!, b: qubits[1]!, condition })
  else if (Object.hasOwn(TURNS, name))
    ops.push({ kind: 'turn', qubit: qubits[0]!, turn: TURNS[name]!.turn(...params), condition })
  else for (const step of RULES[name]!.steps(qubits, params)) expand(step, condition, ops)
}

interface Shape {
  readonly qubits: number | null
  readonly params: number
}

function shapeOf(name: string): Shape | null {
  if (Object.hasOwn(TURNS, name)) return { qubits: 1, params: TURNS[name]!.params }
  if (Object.hasOwn(RULES, name)) return RULES[name]!
  if (name === 'cz') return { qubits: 2, params: 0 }
  return name === 'measure' || name === 'reset' || name === 'barrier' ? { qubits: null, params: 0 } : null
}

function check({ name, qubits, clbits = [], params = [] }: SourceInstruction, index: number, numQubits: number): void {
  const refuse = (field: string, message: string): never => {
    const pointer = `/circuit/instructions/${index}/${field}`
    throw new AppError('invalid_request', `Instruction ${index}: ${message}`, {}, [{ pointer, message }])
  }
  const shape = shapeOf(name) ?? refuse('name', `"${name}" cannot be transpiled; known: ${KNOWN_GATES.join(', ')}`)
  if (shape.qubits !== null && qubits.length !== shape.qubits) refuse('qubits', `${name} takes ${shape.qubits} qubits`)
  if (!qubits.every(q => Number.isInteger(q) && q >= 0 && q < numQubits) || new Set(qubits).size < qubits.length)
    refuse('qubits', `the qubits must be different ones of 0..${numQubits - 1}`)
  if (name === 'measure' && clbits.length !== qubits.length) refuse('clbits', 'measure takes one clbit for each qubit')
  if (params.length !== shape.params || !params.every(Number.isFinite))
    refuse('params', `${name} takes ${shape.params} finite parameters`)
}
