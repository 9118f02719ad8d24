/**
 * Every operation that a circuit may name, one row each, as in Stim's gate data: circuits, OpenQASM, transpiler, simulators,
 * noise and drawing derive what they know of a gate from its row.
 */
import type { GateStep } from './decompositions'
import * as steps from './decompositions'
import {
  adjoint,
  controlled,
  hMatrix,
  idMatrix,
  iswapMatrix,
  type Matrix,
  pMatrix,
  rxMatrix,
  ryMatrix,
  rzMatrix,
  sMatrix,
  swapMatrix,
  sxMatrix,
  tMatrix,
  uMatrix,
  xMatrix,
  yMatrix,
  zMatrix,
} from './matrices'

type Params = readonly number[]

export type Axis = 'x' | 'y' | 'z' | 'xz'
/** exp(-i·angle/2·σ) with σ = X, Y, Z or (X+Z)/√2; radians. */
export type AxisRotation = readonly [axis: Axis, angle: number]

/** Generators of the Clifford group that the stabilizer simulators implement. */
type CliffordGenerator = 'h' | 's' | 'x' | 'z' | 'cx' | 'cz' | 'swap'
export type CliffordStep = readonly [generator: CliffordGenerator, on: readonly number[]]

/** How it is drawn: control dots on the leading qubits, the mark or the box with its label on the others. */
export interface GateSymbol {
  readonly controls: number
  readonly target: 'box' | 'plus' | 'dot' | 'cross' | 'barrier'
  readonly label: string
}

/** Cost on a device, and in the noise model. */
export type GateCost =
  /** Most pulses that a one-qubit gate takes; 0: a rotation about Z, which is a change of frame without time and error. */
  | { readonly pulses: 0 | 1 | 2; readonly cz?: undefined }
  /** Most CZs that a gate on several qubits takes. */
  | { readonly cz: number; readonly pulses?: undefined }

export interface OpenQasmNames {
  /** Its names in stdgates.inc (OpenQASM 3); programs are written with the first. */
  readonly stdgates: readonly string[]
  /** In qelib1.inc (OpenQASM 2). */
  readonly qelib1: readonly string[]
  /** How OpenQASM 3 writes it where stdgates.inc has no name for it. */
  readonly written3?: string
}

/** One operation. A field is absent where it does not apply: measurements have no matrix, t has no Clifford steps. */
export interface GateRow {
  /** null: any number from one up. */
  readonly qubits: number | null
  readonly clbits: number
  readonly params: number
  readonly meaning: string
  /** Row-major; the first qubit of the list is the most significant bit of the index. */
  readonly matrix?: (params: Params) => Matrix
  /** The instruction that undoes it; absent where the table has none (iswap) and where it is not unitary. */
  readonly inverse?: (params: Params) => { readonly name: string; readonly params: Params }
  /** Its angles add up: the gate by one angle and then by another is the gate by their sum. */
  readonly additive?: true
  /** A gate on one qubit as rotations, the first one first, up to a global phase. */
  readonly rotations?: (params: Params) => readonly AxisRotation[]
  /** The gate on the last qubit, under controls on the others. */
  readonly controlled?: { readonly gate: string; readonly controls: number }
  /** Its stabilizer tableau, as the generators that make it up to a global phase; gates with parameters: see `rotations`. */
  readonly clifford?: readonly CliffordStep[]
  /** The gate as simpler gates and CZ, up to a global phase; `general`: without special cases by angle. */
  readonly decomposition?: (params: Params, general?: boolean) => readonly GateStep[]
  /** Smallest power that is the identity, for a gate whose powers repeat its decomposition. */
  readonly period?: number
  /** The gate is an exchange of its two qubits and these, which commute with it. */
  readonly exchange?: readonly GateStep[]
  readonly cost?: GateCost
  readonly openqasm: OpenQasmNames
  /** Its name in Stim; a Clifford gate without one is written by its generators. */
  readonly stim?: string
  readonly symbol: GateSymbol
}

const { PI } = Math
const box = (label: string, controls = 0): GateSymbol => ({ controls, target: 'box', label })
const mark = (target: GateSymbol['target'], controls = 0): GateSymbol => ({ controls, target, label: '' })
const named = (...names: string[]): OpenQasmNames => ({ stdgates: names, qelib1: names })
const FRAME: GateCost = { pulses: 0 }
const PULSE: GateCost = { pulses: 1 }
const PULSES: GateCost = { pulses: 2 }
const czs = (cz: number): GateCost => ({ cz })
const on0 = (...generators: CliffordGenerator[]): CliffordStep[] => generators.map(generator => [generator, [0]])
const on1 = (...generators: CliffordGenerator[]): CliffordStep[] => generators.map(generator => [generator, [1]])

const operands = (qubits: number, params: number, meaning: string) => ({ qubits, clbits: 0, params, meaning })

/** Without parameters; `inverse` is the name of its inverse. */
const fixed = (matrix: Matrix, inverse: string) => ({
  matrix: () => matrix,
  inverse: () => ({ name: inverse, params: [] }),
})

/** By one angle: angles add up, and the same gate with minus that angle undoes it. */
const rotation = (name: string, matrix: (angle: number) => Matrix) => ({
  matrix: (params: Params) => matrix(params[0]!),
  inverse: (params: Params) => ({ name, params: [-params[0]!] }),
  additive: true as const,
})

const about =
  (axis: Axis, angle: number): (() => readonly AxisRotation[]) =>
  () => [[axis, angle]]
const aboutBy =
  (axis: Axis) =>
  ([angle]: Params): readonly AxisRotation[] => [[axis, angle!]]
const under = (gate: string, controls = 1) => ({ controlled: { gate, controls } })
const of = (made: readonly GateStep[]) => ({ decomposition: () => made })

/** Matrices and their phases are those of OpenQASM's stdgates.inc (see matrices.ts); controls come first. */
// biome-ignore format: a row of the table takes few lines when fields that belong together share one
export const GATES: Readonly<Record<string, GateRow>> = {
  h: {
    ...operands(1, 0, 'Hadamard'), ...fixed(hMatrix, 'h'),
    rotations: about('xz', PI), clifford: on0('h'),
    cost: PULSE, openqasm: named('h'), stim: 'H', symbol: box('H'),
  },
  x: {
    ...operands(1, 0, 'Pauli X'), ...fixed(xMatrix, 'x'),
    rotations: about('x', PI), clifford: on0('x'),
    cost: PULSE, openqasm: named('x'), stim: 'X', symbol: box('X'),
  },
  y: {
    ...operands(1, 0, 'Pauli Y'), ...fixed(yMatrix, 'y'),
    rotations: about('y', PI), clifford: on0('x', 'z'),
    cost: PULSE, openqasm: named('y'), stim: 'Y', symbol: box('Y'),
  },
  z: {
    ...operands(1, 0, 'Pauli Z'), ...fixed(zMatrix, 'z'),
    rotations: about('z', PI), clifford: on0('z'),
    cost: FRAME, openqasm: named('z'), stim: 'Z', symbol: box('Z'),
  },
  s: {
    ...operands(1, 0, 'square root of Z: diag(1, i)'), ...fixed(sMatrix, 'sdg'),
    rotations: about('z', PI / 2), clifford: on0('s'),
    cost: FRAME, openqasm: named('s'), stim: 'S', symbol: box('S'),
  },
  sdg: {
    ...operands(1, 0, 'inverse of s'), ...fixed(adjoint(sMatrix), 's'),
    rotations: about('z', -PI / 2), clifford: on0('z', 's'),
    cost: FRAME, openqasm: named('sdg'), stim: 'S_DAG', symbol: box('S†'),
  },
  t: {
    ...operands(1, 0, 'fourth root of Z: diag(1, e^{iπ/4})'), ...fixed(tMatrix, 'tdg'),
    rotations: about('z', PI / 4),
    cost: FRAME, openqasm: named('t'), symbol: box('T'),
  },
  tdg: {
    ...operands(1, 0, 'inverse of t'), ...fixed(adjoint(tMatrix), 't'),
    rotations: about('z', -PI / 4),
    cost: FRAME, openqasm: named('tdg'), symbol: box('T†'),
  },
  sx: {
    ...operands(1, 0, 'square root of X: ½[[1+i, 1-i], [1-i, 1+i]]'), ...fixed(sxMatrix, 'sxdg'),
    rotations: about('x', PI / 2), clifford: on0('h', 's', 'h'),
    cost: PULSE, openqasm: named('sx'), stim: 'SQRT_X', symbol: box('√X'),
  },
  sxdg: {
    ...operands(1, 0, 'inverse of sx'), ...fixed(adjoint(sxMatrix), 'sx'),
    rotations: about('x', -PI / 2), clifford: on0('h', 'z', 's', 'h'),
    cost: PULSE, openqasm: { stdgates: [], qelib1: ['sxdg'], written3: 'inv @ sx' }, stim: 'SQRT_X_DAG', symbol: box('√X†'),
  },
  // A wait as long as a pulse.
  id: {
    ...operands(1, 0, 'identity'), ...fixed(idMatrix, 'id'),
    rotations: () => [], clifford: [],
    cost: PULSE, openqasm: named('id'), stim: 'I', symbol: box('I'),
  },
  rx: {
    ...operands(1, 1, 'exp(-iθX/2)'), ...rotation('rx', rxMatrix),
    rotations: aboutBy('x'), cost: PULSES, openqasm: named('rx'), symbol: box('RX'),
  },
  ry: {
    ...operands(1, 1, 'exp(-iθY/2)'), ...rotation('ry', ryMatrix),
    rotations: aboutBy('y'), cost: PULSES, openqasm: named('ry'), symbol: box('RY'),
  },
  rz: {
    ...operands(1, 1, 'exp(-iλZ/2) = diag(e^{-iλ/2}, e^{iλ/2})'), ...rotation('rz', rzMatrix),
    rotations: aboutBy('z'), cost: FRAME, openqasm: named('rz'), symbol: box('RZ'),
  },
  p: {
    ...operands(1, 1, 'diag(1, e^{iλ})'), ...rotation('p', pMatrix),
    rotations: aboutBy('z'), cost: FRAME, symbol: box('P'),
    openqasm: { stdgates: ['p', 'phase', 'u1'], qelib1: ['u1', 'p'] },
  },
  u: {
    qubits: 1, clbits: 0, params: 3,
    meaning: '[[cos θ/2, -e^{iλ} sin θ/2], [e^{iφ} sin θ/2, e^{i(φ+λ)} cos θ/2]], params θ, φ, λ',
    matrix: params => uMatrix(params[0]!, params[1]!, params[2]!),
    inverse: params => ({ name: 'u', params: [-params[0]!, -params[2]!, -params[1]!] }),
    rotations: ([theta, phi, lambda]) => [['z', lambda!], ['y', theta!], ['z', phi!]],
    cost: PULSES, openqasm: { stdgates: [], qelib1: ['u3', 'u'], written3: 'U' }, symbol: box('U'),
  },
  cx: {
    ...operands(2, 0, 'controlled X: control, target'), ...fixed(controlled(xMatrix), 'cx'),
    ...under('x'), ...of(steps.CX), clifford: [['cx', [0, 1]]],
    cost: czs(1), openqasm: named('cx'), stim: 'CX', symbol: mark('plus', 1),
  },
  cy: {
    ...operands(2, 0, 'controlled Y: control, target'), ...fixed(controlled(yMatrix), 'cy'),
    ...under('y'), ...of(steps.CY), clifford: [...on1('z', 's'), ['cx', [0, 1]], ...on1('s')],
    cost: czs(1), openqasm: named('cy'), stim: 'CY', symbol: box('Y', 1),
  },
  cz: {
    ...operands(2, 0, 'controlled Z'), ...fixed(controlled(zMatrix), 'cz'),
    ...under('z'), clifford: [['cz', [0, 1]]],
    cost: czs(1), openqasm: named('cz'), stim: 'CZ', symbol: mark('dot', 1),
  },
  // Version 2 of the circuit noise charges two CZs for ch, though it takes one.
  ch: {
    ...operands(2, 0, 'controlled Hadamard: control, target'), ...fixed(controlled(hMatrix), 'ch'),
    ...under('h'), ...of(steps.CH),
    cost: czs(2), openqasm: named('ch'), symbol: box('H', 1),
  },
  cp: {
    ...operands(2, 1, 'controlled p: diag(1, 1, 1, e^{iλ})'), ...rotation('cp', angle => controlled(pMatrix(angle))),
    ...under('p'), decomposition: steps.controlledPhase,
    cost: czs(2), symbol: box('P', 1), openqasm: { stdgates: ['cp', 'cphase'], qelib1: ['cu1', 'cp'] },
  },
  crx: {
    ...operands(2, 1, 'controlled rx: control, target'), ...rotation('crx', angle => controlled(rxMatrix(angle))),
    ...under('rx'), decomposition: steps.controlledRotation('x'),
    cost: czs(2), openqasm: named('crx'), symbol: box('RX', 1),
  },
  cry: {
    ...operands(2, 1, 'controlled ry: control, target'), ...rotation('cry', angle => controlled(ryMatrix(angle))),
    ...under('ry'), decomposition: steps.controlledRotation('y'),
    cost: czs(2), openqasm: named('cry'), symbol: box('RY', 1),
  },
  crz: {
    ...operands(2, 1, 'controlled rz: control, target'), ...rotation('crz', angle => controlled(rzMatrix(angle))),
    ...under('rz'), decomposition: steps.controlledRotation('z'),
    cost: czs(2), openqasm: named('crz'), symbol: box('RZ', 1),
  },
  swap: {
    ...operands(2, 0, 'exchange of two qubits'), ...fixed(swapMatrix, 'swap'),
    ...of(steps.SWAP), exchange: [], clifford: [['swap', [0, 1]]],
    cost: czs(3), openqasm: named('swap'), stim: 'SWAP', symbol: mark('cross'),
  },
  // Exchange, then i on |01⟩ and |10⟩: the s gates also give -1 on |11⟩, which cz removes.
  iswap: {
    qubits: 2, clbits: 0, params: 0, period: 4,
    meaning: 'exchange with a factor i on |01⟩ and |10⟩',
    matrix: () => iswapMatrix,
    ...of(steps.ISWAP),
    exchange: [['s', [0]], ['s', [1]], ['cz', [0, 1]]],
    clifford: [['swap', [0, 1]], ['cz', [0, 1]], ...on0('s'), ...on1('s')],
    cost: czs(2), openqasm: named(), stim: 'ISWAP', symbol: box('iSW'),
  },
  ccx: {
    ...operands(3, 0, 'Toffoli: control, control, target'), ...fixed(controlled(controlled(xMatrix)), 'ccx'),
    ...under('x', 2), ...of(steps.CCX),
    cost: czs(6), openqasm: named('ccx'), symbol: mark('plus', 2),
  },
  cswap: {
    ...operands(3, 0, 'Fredkin: control, exchanged, exchanged'), ...fixed(controlled(swapMatrix), 'cswap'),
    ...of(steps.CSWAP),
    cost: czs(8), openqasm: named('cswap'), symbol: mark('cross', 1),
  },
  measure: {
    qubits: 1, clbits: 1, params: 0, meaning: 'measurement in the Z basis into one classical bit',
    openqasm: named(), stim: 'M', symbol: box('M'),
  },
  reset: {
    qubits: 1, clbits: 0, params: 0, meaning: 'return to |0⟩, whatever the state',
    openqasm: named(), stim: 'R', symbol: box('|0⟩'),
  },
  barrier: {
    qubits: null, clbits: 0, params: 0,
    meaning: 'keeps what stands before it before what stands after; no effect on the state',
    openqasm: named(), symbol: mark('barrier'),
  },
}

/** Names outside the table must not resolve through the prototype (`constructor`, `__proto__`). */
export const gateNamed = (name: string): GateRow | null => (Object.hasOwn(GATES, name) ? GATES[name]! : null)

export const UNITARY_GATES: readonly (readonly [name: string, row: GateRow & Required<Pick<GateRow, 'matrix'>>])[] =
  Object.entries(GATES).flatMap(([name, row]) => (row.matrix ? [[name, { ...row, matrix: row.matrix }]] : []))
