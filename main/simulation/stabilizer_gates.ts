import type { Condition, StabilizerOp } from './model/stabilizer'

/** A circuit's instruction as this folder needs it; contract/jobs.ts holds the wire form. */
export interface CircuitInstruction {
  readonly name: string
  readonly qubits: readonly number[]
  readonly clbits?: readonly number[] | undefined
  /** Radians. */
  readonly params?: readonly number[] | undefined
  readonly condition?:
    | { readonly clbit: number; readonly value: number }
    | { readonly clbits: readonly number[]; readonly value: number }
    | undefined
}

export interface CliffordCircuit {
  readonly num_qubits: number
  readonly instructions: readonly CircuitInstruction[]
}

/** Radians by which an angle may miss a multiple of its step and still count as that multiple. */
const ANGLE_TOLERANCE = 1e-12

type One = 'h' | 's' | 'x' | 'z'
const on = (q: number, ...names: One[]): StabilizerOp[] => names.map(op => ({ op, q }))
const two = (op: 'cx' | 'cz' | 'swap', a: number, b: number): StabilizerOp => ({ op, a, b })

/** Powers of S: none, S, Z, S^-1 = Z S. */
const PHASES: readonly (readonly One[])[] = [[], ['s'], ['z'], ['z', 's']]
/** exp(-iYθ/2) for θ = 0, π/2, π, 3π/2, first gate first. */
const Y_TURNS: readonly (readonly One[])[] = [[], ['z', 'h'], ['x', 'z'], ['h', 'z']]

/**
 * How often `step` fits into `angle`, modulo 4; null when it misses by more than ANGLE_TOLERANCE, which leaves room for a
 * few roundings of an expression such as 3π/2 and no more. An angle within it changes its gate by at most half as much
 * in operator norm, and such errors add: 1,000,000 instructions of three angles each change no probability by more than
 * 2e-6, and 1,000 by 2e-9, far below what 1,000,000 shots can show. Anything farther off is left to the state vector.
 */
function quarters(angle: number | undefined, step = Math.PI / 2): 0 | 1 | 2 | 3 | null {
  if (angle === undefined || !Number.isFinite(angle)) return null
  const times = Math.round(angle / step)
  if (Math.abs(angle - times * step) > ANGLE_TOLERANCE) return null
  return ((((times % 4) + 4) % 4) as 0 | 1 | 2 | 3) || 0
}

const phase = (q: number, times: number): StabilizerOp[] => on(q, ...PHASES[times]!)

function turn(angle: number | undefined, gates: (times: number) => StabilizerOp[]): StabilizerOp[] | null {
  const times = quarters(angle)
  return times === null ? null : gates(times)
}

/** u(θ, φ, λ) = rz(φ) ry(θ) rz(λ) up to a phase; at θ = 0 only φ + λ counts, at θ = π only φ - λ. */
function general(q: number, [theta, phi, lambda]: readonly number[]): StabilizerOp[] | null {
  const tilt = quarters(theta)
  if (tilt === null || phi === undefined || lambda === undefined) return null
  if (tilt === 0) return turn(phi + lambda, times => phase(q, times))
  if (tilt === 2) return turn(phi - lambda, times => [...on(q, 'x', 'z'), ...phase(q, times)])
  const [after, before] = [quarters(phi), quarters(lambda)]
  if (after === null || before === null) return null
  return [...phase(q, before), ...on(q, ...Y_TURNS[tilt]!), ...phase(q, after)]
}

/** crz(kπ) is CZ^k with S^-k on the control. */
function controlledTurn(a: number, b: number, angle: number | undefined, before: One[], after: One[]) {
  const times = quarters(angle, Math.PI)
  if (times === null) return null
  const flips = times % 2 === 1 ? [two('cz', a, b)] : []
  return [...on(b, ...before), ...flips, ...phase(a, (4 - times) % 4), ...on(b, ...after)]
}

type Rule = (qubits: readonly number[], params: readonly number[]) => StabilizerOp[] | null

const fixed =
  (...names: One[]): Rule =>
  ([q]) =>
    on(q!, ...names)

const RULES: Readonly<Record<string, Rule>> = {
  id: fixed(),
  h: fixed('h'),
  x: fixed('x'),
  y: fixed('x', 'z'),
  z: fixed('z'),
  s: fixed('s'),
  sdg: fixed('z', 's'),
  sx: fixed('h', 's', 'h'),
  sxdg: fixed('h', 'z', 's', 'h'),
  rz: ([q], [angle]) => turn(angle, times => phase(q!, times)),
  p: ([q], [angle]) => turn(angle, times => phase(q!, times)),
  rx: ([q], [angle]) =>
    turn(angle, times => (times === 2 ? on(q!, 'x') : times === 0 ? [] : on(q!, 'h', ...PHASES[times]!, 'h'))),
  ry: ([q], [angle]) => turn(angle, times => on(q!, ...Y_TURNS[times]!)),
  u: ([q], params) => general(q!, params),
  cx: ([a, b]) => [two('cx', a!, b!)],
  cz: ([a, b]) => [two('cz', a!, b!)],
  cy: ([a, b]) => [...on(b!, 'z', 's'), two('cx', a!, b!), ...on(b!, 's')],
  swap: ([a, b]) => [two('swap', a!, b!)],
  iswap: ([a, b]) => [two('swap', a!, b!), two('cz', a!, b!), ...on(a!, 's'), ...on(b!, 's')],
  cp: ([a, b], [angle]) => {
    const times = quarters(angle, Math.PI)
    return times === null ? null : times % 2 === 1 ? [two('cz', a!, b!)] : []
  },
  crz: ([a, b], [angle]) => controlledTurn(a!, b!, angle, [], []),
  crx: ([a, b], [angle]) => controlledTurn(a!, b!, angle, ['h'], ['h']),
  cry: ([a, b], [angle]) => controlledTurn(a!, b!, angle, ['z', 's', 'h'], ['h', 's']),
  measure: (qubits, _) => qubits.map(q => ({ op: 'measure', q, bit: 0, flip: 0 })),
  reset: qubits => qubits.map(q => ({ op: 'reset', q })),
  barrier: () => [],
}

/** The literals of an instruction's condition: bit i of `value` is what `clbits[i]` must hold. */
export function conditionOf({ condition }: CircuitInstruction): Condition | undefined {
  if (condition === undefined) return undefined
  const { value } = condition
  const clbits = 'clbits' in condition ? condition.clbits : [condition.clbit]
  return clbits.map((clbit, i) => ({ clbit, value: Math.floor(value / 2 ** i) % 2 === 1 ? 1 : 0 }))
}

/** The generators an instruction stands for, up to a global phase, with its condition; null when it is not Clifford. */
export function cliffordOps(instruction: CircuitInstruction): StabilizerOp[] | null {
  const { name, qubits, clbits = [], params = [] } = instruction
  const rule = Object.hasOwn(RULES, name) ? RULES[name]! : null
  const ops = rule?.(qubits, params) ?? null
  if (ops === null) return null
  const noted = ops.map((op, i) => (op.op === 'measure' ? { ...op, bit: clbits[i]! } : op))
  const condition = conditionOf(instruction)
  return condition === undefined ? noted : noted.map(op => ({ ...op, condition }))
}
