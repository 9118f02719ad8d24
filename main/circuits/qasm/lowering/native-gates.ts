import type { GateStep } from '../../../contract/gates/decompositions'
import { GATES, UNITARY_GATES } from '../../../contract/gates/gate-table'
import type { Matrix } from '../../../contract/gates/matrices'
import type { Angle } from '../../../contract/jobs/circuit'
import { negatedAngle } from '../../parameters/symbolic'
import { numericAngle } from '../evaluation/symbolic'
import { type SourceLocation, unsupportedError } from '../model/diagnostics'
import { controlledU, controlledX, type Emit, emitControlledPhase } from './controlled'
import { eulerAngles, powerOf, principalAngle } from './matrix-power'

/** By the name of a one-qubit gate, the name of the same gate under one control. */
const WITH_CONTROL = new Map(
  UNITARY_GATES.flatMap(([name, { controlled }]) =>
    controlled?.controls === 1 ? [[controlled.gate, name] as const] : [],
  ),
)
/** By the name of a fixed gate diag(1, e^{iλ}), its λ. */
const PHASES = new Map(
  UNITARY_GATES.flatMap(([name, { params, rotations }]) => {
    const [first] = params === 0 ? (rotations?.([]) ?? []) : []
    return first?.[0] === 'z' ? [[name, first[1]] as const] : []
  }),
)
const isOwnInverse = (name: string): boolean => GATES[name]!.inverse!([]).name === name

interface NativeCall {
  readonly name: string
  readonly params: readonly Angle[]
  readonly qubits: readonly number[]
  readonly controls: readonly number[]
  readonly power: number
}

/** Emits a native gate to a power (1 without one), under controls that all have to be 1. */
export function emitNative(
  emit: Emit,
  at: SourceLocation,
  { name, params, qubits, controls, power }: NativeCall,
): void {
  if (name === 'gphase') {
    // Without controls this is the global phase, which no measurement shows: its angle may depend on an input.
    if (controls.length === 0) return
    const phase = numericAngle(at, params[0]!)
    phaseAlone(emit, (Number.isInteger(power) ? phase : principalAngle(phase)) * power, controls)
    return
  }
  if (name === 'barrier' || (controls.length === 0 && power === 1)) {
    emit(name, params, qubits)
    return
  }
  if (name === 'swap' || name === 'cswap') {
    emitSwap(emit, at, { qubits, controls, power })
    return
  }
  const { period, controlled } = GATES[name]!
  if (period !== undefined) {
    const times = turnsOf(name, power, period, at)
    for (const [step, on] of stepsOf(name, times, period)) {
      const targets = on.map(position => qubits[position]!)
      emitNative(emit, at, { name: step, params: [], qubits: targets, controls, power: 1 })
    }
    return
  }
  const { gate: base, controls: ownControls } = controlled ?? { gate: name, controls: 0 }
  const all = [...controls, ...qubits.slice(0, ownControls)]
  if (params.some(param => typeof param === 'string')) {
    emitSymbolic(emit, at, { name: base, params: powered(at, params, power) }, [...all, qubits[ownControls]!])
    return
  }
  emitOne(emit, raised(base, params as readonly number[], power), qubits[ownControls]!, all)
}

/**
 * Angles of a gate to a power. Where one depends on an input, no power is supported but the inverse of a gate with a
 * single angle.
 */
function powered(at: SourceLocation, params: readonly Angle[], power: number): readonly Angle[] {
  if (power === 1) return params
  const [only] = power === -1 && params.length === 1 ? params : []
  const negative = only === undefined ? null : negatedAngle(only)
  return [negative ?? numericAngle(at, params.find(param => typeof param === 'string')!)]
}

/** A gate whose angles depend on inputs, by itself or as a gate of the model under one control; others are refused. */
function emitSymbolic(
  emit: Emit,
  at: SourceLocation,
  { name, params }: Pick<NativeCall, 'name' | 'params'>,
  qubits: readonly number[],
): void {
  const known = qubits.length === 1 ? name : qubits.length === 2 ? WITH_CONTROL.get(name) : undefined
  if (known === undefined) numericAngle(at, params.find(param => typeof param === 'string')!)
  else emit(known, params, qubits)
}

/** A phase where all controls are 1. Without controls it is the global phase, which no measurement shows. */
function phaseAlone(emit: Emit, angle: number, controls: readonly number[]): void {
  if (controls.length > 0)
    emitControlledPhase(emit, angle, { controls: controls.slice(0, -1), target: controls.at(-1)! })
}

type Raised =
  | { readonly name: string; readonly params: readonly number[] }
  | { readonly name: null; readonly matrix: Matrix }
  | null

/** The power of a one-qubit gate: by its name, by its angle, or as a matrix; null for the identity. */
function raised(name: string, params: readonly number[], power: number): Raised {
  if (power === 1) return { name, params }
  if (power === 0 || name === 'id') return null
  if (power === -1) return GATES[name]!.inverse!(params)
  const phase = PHASES.get(name) ?? (name === 'p' ? params[0]! : null)
  if (phase !== null) return { name: 'p', params: [(Number.isInteger(power) ? phase : principalAngle(phase)) * power] }
  if (Number.isInteger(power)) {
    if (params.length === 1) return { name, params: [params[0]! * power] }
    if (params.length === 0 && isOwnInverse(name)) return power % 2 === 0 ? null : { name, params }
  }
  if (name === 'x' && power === 0.5) return { name: 'sx', params: [] }
  if (name === 'x' && power === -0.5) return { name: 'sxdg', params: [] }
  return { name: null, matrix: powerOf(GATES[name]!.matrix!(params), power) }
}

function emitOne(emit: Emit, gate: Raised, target: number, controls: readonly number[]): void {
  if (gate === null) return
  if (gate.name === null) {
    controlledU(emit, eulerAngles(gate.matrix), { controls, target })
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
  const phase = PHASES.get(name) ?? (name === 'p' ? params[0]! : null)
  if (phase !== null) {
    emitControlledPhase(emit, phase, { controls, target })
    return
  }
  if (name === 'u') {
    controlledU(emit, { alpha: 0, theta: params[0]!, phi: params[1]!, lambda: params[2]! }, { controls, target })
    return
  }
  if (name !== 'id') controlledU(emit, eulerAngles(GATES[name]!.matrix!(params)), { controls, target })
}

/** A swap is X on one qubit under the other, between two cx that need no further controls. */
function emitSwap(
  emit: Emit,
  at: SourceLocation,
  {
    qubits,
    controls,
    power,
  }: { readonly qubits: readonly number[]; readonly controls: readonly number[]; readonly power: number },
): void {
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
  emitNative(emit, at, { name: 'cx', params: [], qubits: [a, b], controls: all, power })
  emit('cx', [], [b, a])
}

/** The power, which must be an integer, modulo the period: from 0 to `period - 1`. */
function turnsOf(name: string, power: number, period: number, at: SourceLocation): number {
  if (!Number.isInteger(power)) unsupportedError(at, `fractional powers of ${name} are not supported`)
  return ((power % period) + period) % period
}

/** The gate's decomposition `times` over; for its inverse (`period - 1`) once, backwards and inverted. */
function stepsOf(name: string, times: number, period: number): readonly GateStep[] {
  const steps = GATES[name]!.decomposition!([])
  if (times !== period - 1) return Array.from({ length: times }, () => steps).flat()
  return steps.toReversed().map(([step, on]): GateStep => [GATES[step]!.inverse!([]).name, on])
}
