import type { GateStep } from '../../../contract/gates/decompositions'
import { GATES, UNITARY_GATES } from '../../../contract/gates/gate-table'
import type { Matrix } from '../../../contract/gates/matrices'
import type { Angle } from '../../../contract/jobs/circuit'
import { joinedBy, negatedAngle } from '../../parameters/symbolic'
import { numericAngle } from '../evaluation/symbolic'
import { type SourceLocation, unsupportedError } from '../model/diagnostics'
import { type ControlledTarget, controlledU, controlledX, emitControlledPhase, type GateEmitter } from './controlled'
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
export function emitNative(emitter: GateEmitter, { name, params, qubits, controls, power }: NativeCall): void {
  const { at } = emitter
  if (name === 'gphase') {
    // Without controls it is the global phase, which no measurement shows: its angle may depend on an input.
    if (controls.length > 0)
      emitControlledPhase(emitter, poweredPhase(at, params[0]!, power), {
        controls: controls.slice(0, -1),
        target: controls.at(-1)!,
      })
    return
  }
  if (name === 'barrier' || (controls.length === 0 && power === 1)) {
    emitter.emit(name, params, qubits)
    return
  }
  if (name === 'swap' || name === 'cswap') {
    emitSwap(emitter, { qubits, controls, power })
    return
  }
  const { period, controlled } = GATES[name]!
  if (period !== undefined) {
    const times = turnsOf(at, { name, power, period })
    for (const [step, on] of stepsOf(name, times, period)) {
      const targets = on.map(position => qubits[position]!)
      emitNative(emitter, { name: step, params: [], qubits: targets, controls, power: 1 })
    }
    return
  }
  const { gate: base, controls: ownControls } = controlled ?? { gate: name, controls: 0 }
  const on = { controls: [...controls, ...qubits.slice(0, ownControls)], target: qubits[ownControls]! }
  if (params.some(param => typeof param === 'string')) {
    emitSymbolic(emitter, { name: base, params: powered(at, params, power) }, on)
    return
  }
  emitOne(emitter, raised(base, params as readonly number[], power), on)
}

/**
 * Angles of a gate to a power. Where one depends on an input, no power is supported but an integer one other than 0, of a gate
 * with a single angle.
 */
function powered(at: SourceLocation, params: readonly Angle[], power: number): readonly Angle[] {
  if (power === 1) return params
  const [only] = Number.isInteger(power) && power !== 0 && params.length === 1 ? params : []
  const product = only === undefined ? null : power === -1 ? negatedAngle(only) : joinedBy('*', power, only)
  return [product ?? numericAngle(at, params.find(param => typeof param === 'string')!)]
}

const poweredPhase = (at: SourceLocation, phase: Angle, power: number): Angle => {
  if (typeof phase === 'string') return powered(at, [phase], power)[0]!
  return (Number.isInteger(power) ? phase : principalAngle(phase)) * power
}

/** A gate whose angles depend on inputs: a phase, a gate by itself or one of the model under one control; others are refused. */
function emitSymbolic(
  emitter: GateEmitter,
  { name, params }: Pick<NativeCall, 'name' | 'params'>,
  { controls, target }: ControlledTarget,
): void {
  if (name === 'p') {
    emitControlledPhase(emitter, params[0]!, { controls, target })
    return
  }
  const known = controls.length === 0 ? name : controls.length === 1 ? WITH_CONTROL.get(name) : undefined
  if (known === undefined) numericAngle(emitter.at, params.find(param => typeof param === 'string')!)
  else emitter.emit(known, params, [...controls, target])
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

function emitOne(emitter: GateEmitter, gate: Raised, on: ControlledTarget): void {
  if (gate === null) return
  if (gate.name === null) {
    controlledU(emitter, eulerAngles(gate.matrix), on)
    return
  }
  const { name, params } = gate
  const { controls, target } = on
  if (controls.length === 0) {
    emitter.emit(name, params, [target])
    return
  }
  const withControl = WITH_CONTROL.get(name)
  if (controls.length === 1 && withControl) {
    emitter.emit(withControl, params, [controls[0]!, target])
    return
  }
  if (name === 'x') {
    controlledX(emitter, controls, target)
    return
  }
  const phase = PHASES.get(name) ?? (name === 'p' ? params[0]! : null)
  if (phase !== null) {
    emitControlledPhase(emitter, phase, on)
    return
  }
  if (name === 'u') {
    controlledU(emitter, { alpha: 0, theta: params[0]!, phi: params[1]!, lambda: params[2]! }, on)
    return
  }
  if (name !== 'id') controlledU(emitter, eulerAngles(GATES[name]!.matrix!(params)), on)
}

/** A swap is X on one qubit under the other, between two cx that need no further controls. */
function emitSwap(
  emitter: GateEmitter,
  { qubits, controls, power }: Pick<NativeCall, 'qubits' | 'controls' | 'power'>,
): void {
  const all = [...controls, ...qubits.slice(0, -2)]
  const [a, b] = qubits.slice(-2) as [number, number]
  if (Number.isInteger(power)) {
    if (power % 2 === 0) return
    if (all.length === 0) {
      emitter.emit('swap', [], [a, b])
      return
    }
    if (all.length === 1) {
      emitter.emit('cswap', [], [all[0]!, a, b])
      return
    }
  }
  emitter.emit('cx', [], [b, a])
  emitNative(emitter, { name: 'cx', params: [], qubits: [a, b], controls: all, power })
  emitter.emit('cx', [], [b, a])
}

/** The power, which must be an integer, modulo the period: from 0 to `period - 1`. */
function turnsOf(
  at: SourceLocation,
  { name, power, period }: Pick<NativeCall, 'name' | 'power'> & { readonly period: number },
): number {
  if (!Number.isInteger(power)) unsupportedError(at, `fractional powers of ${name} are not supported`)
  return ((power % period) + period) % period
}

/** The gate's decomposition `times` over; for its inverse (`period - 1`) once, backwards and inverted. */
function stepsOf(name: string, times: number, period: number): readonly GateStep[] {
  const steps = GATES[name]!.decomposition!([])
  if (times !== period - 1) return Array.from({ length: times }, () => steps).flat()
  return steps.toReversed().map(([step, on]): GateStep => [GATES[step]!.inverse!([]).name, on])
}
