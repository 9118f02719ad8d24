import { GATES } from '../../gates'
import { controlledPhase, controlledTurn, controlledX, type Emit } from './controlled'
import { type Place, unsupported } from '../model/diagnostics'
import { powerOf, principal, turnOf } from './matrix-power'

/** Gates that are one-qubit gates with controls in front; swap, cswap and iswap are apart. */
const CONTROLLED: Readonly<Record<string, readonly [base: string, controls: number]>> = {
  cx: ['x', 1],
  cy: ['y', 1],
  cz: ['z', 1],
  ch: ['h', 1],
  cp: ['p', 1],
  crx: ['rx', 1],
  cry: ['ry', 1],
  crz: ['rz', 1],
  ccx: ['x', 2],
}
const WITH_CONTROL = new Map(
  Object.entries(CONTROLLED).flatMap(([name, [base, controls]]) => (controls === 1 ? [[base, name] as const] : [])),
)
/** Gates diag(1, e^{iλ}) by their λ. */
const PHASES: Readonly<Record<string, number>> = {
  z: Math.PI,
  s: Math.PI / 2,
  sdg: -Math.PI / 2,
  t: Math.PI / 4,
  tdg: -Math.PI / 4,
}

interface Call {
  readonly name: string
  readonly params: readonly number[]
}

/** A table gate to a power, under controls that are all 1; `power` is 1 where there is none. */
export function emitNative(
  emit: Emit,
  at: Place,
  { name, params }: Call,
  qubits: readonly number[],
  controls: readonly number[],
  power: number,
): void {
  if (name === 'gphase') {
    phaseAlone(emit, params[0]! * power, controls)
    return
  }
  if (name === 'barrier' || (controls.length === 0 && power === 1)) {
    emit(name, params, qubits)
    return
  }
  if (name === 'swap' || name === 'cswap') {
    emitSwap(emit, at, qubits, controls, power)
    return
  }
  if (name === 'iswap') {
    emitIswap(emit, at, qubits, controls, power)
    return
  }
  const [base, ownControls] = CONTROLLED[name] ?? [name, 0]
  const all = [...controls, ...qubits.slice(0, ownControls)]
  emitOne(emit, raised(base, params, power), qubits[ownControls]!, all)
}

/** A phase of nothing is the global phase, which no measurement shows. */
function phaseAlone(emit: Emit, angle: number, controls: readonly number[]): void {
  if (controls.length > 0) controlledPhase(emit, angle, controls.slice(0, -1), controls.at(-1)!)
}

type Raised = Call | { readonly name: null; readonly matrix: ReturnType<typeof powerOf> } | null

/** The power of a one-qubit gate: by its name, by its angle, or as a matrix; null for the identity. */
function raised(name: string, params: readonly number[], power: number): Raised {
  if (power === 1) return { name, params }
  if (power === 0 || name === 'id') return null
  if (power === -1) return GATES[name]!.inverse!(params)
  const phase = PHASES[name] ?? (name === 'p' ? params[0]! : null)
  if (phase !== null) return { name: 'p', params: [(Number.isInteger(power) ? phase : principal(phase)) * power] }
  if (Number.isInteger(power)) {
    if (['rx', 'ry', 'rz'].includes(name)) return { name, params: [params[0]! * power] }
    if (['x', 'y', 'h'].includes(name)) return power % 2 === 0 ? null : { name, params }
  }
  if (name === 'x' && power === 0.5) return { name: 'sx', params: [] }
  if (name === 'x' && power === -0.5) return { name: 'sxdg', params: [] }
  return { name: null, matrix: powerOf(GATES[name]!.matrix!(params), power) }
}

function emitOne(emit: Emit, gate: Raised, target: number, controls: readonly number[]): void {
  if (gate === null) return
  if (gate.name === null) {
    controlledTurn(emit, turnOf(gate.matrix), controls, target)
    return
  }
  const { name, params } = gate
  if (controls.length === 0) {
    emit(name, params, [target])
    return
  }
  const withControl = WITH_CONTROL.get(name)
  if (controls.length === 1 && withControl) {
    emit(withControl, params, [controls[0]!, target])
    return
  }
  if (name === 'x') {
    controlledX(emit, controls, target)
    return
  }
  const phase = PHASES[name] ?? (name === 'p' ? params[0]! : null)
  if (phase !== null) {
    controlledPhase(emit, phase, controls, target)
    return
  }
  if (name === 'u') {
    controlledTurn(emit, { alpha: 0, theta: params[0]!, phi: params[1]!, lambda: params[2]! }, controls, target)
    return
  }
  if (name !== 'id') controlledTurn(emit, turnOf(GATES[name]!.matrix!(params)), controls, target)
}

/** An exchange is X on one qubit under the other, between two cx that need no control of their own. */
function emitSwap(emit: Emit, at: Place, qubits: readonly number[], controls: readonly number[], power: number): void {
  const all = [...controls, ...qubits.slice(0, -2)]
  const [a, b] = qubits.slice(-2) as [number, number]
  if (Number.isInteger(power)) {
    if (power % 2 === 0) return
    if (all.length === 0) {
      emit('swap', [], [a, b])
      return
    }
    if (all.length === 1) {
      emit('cswap', [], [all[0]!, a, b])
      return
    }
  }
  emit('cx', [], [b, a])
  emitNative(emit, at, { name: 'cx', params: [] }, [a, b], all, power)
  emit('cx', [], [b, a])
}

/** iswap = s·s, h a, cx a b, cx b a, h b; its inverse runs backwards with sdg. */
function emitIswap(emit: Emit, at: Place, [a, b]: readonly number[], controls: readonly number[], power: number): void {
  if (!Number.isInteger(power)) unsupported(at, 'fractional powers of iswap are not supported')
  /** The fourth power is the identity. */
  const times = ((power % 4) + 4) % 4
  const steps: [string, number[]][] = [
    ['s', [a!]],
    ['s', [b!]],
    ['h', [a!]],
    ['cx', [a!, b!]],
    ['cx', [b!, a!]],
    ['h', [b!]],
  ]
  const backwards = steps
    .toReversed()
    .map(([name, qubits]): [string, number[]] => [name === 's' ? 'sdg' : name, qubits])
  const run = times === 3 ? backwards : Array.from({ length: times }, () => steps).flat()
  for (const [name, qubits] of run) emitNative(emit, at, { name, params: [] }, qubits, controls, 1)
}
