/** One-qubit gates as pulses: a sequence of gates becomes at most one pulse between changes of frame. */
import { anglesOf, pulseFormOf, rotationOf } from '../../circuits/transpile/model/rotation'
import { gateNamed } from '../../contract/gates/gate-table'
import type { Operation } from '../program/program'

export type CliffordGate = 'h' | 's' | 'sdg' | 'x' | 'y' | 'z'

type NativePulse = { readonly name: 'rz'; readonly angle: number } | { readonly name: 'sx' | 'x' }

/** Clifford gates in order of time as one pulse at most, between changes of frame. */
function pulsesFor(gates: readonly CliffordGate[]): readonly NativePulse[] {
  const rotation = rotationOf(gates.flatMap(name => gateNamed(name)!.rotations!([])))
  const form = pulseFormOf(rotation)
  const { before, after } = anglesOf(rotation, form)
  const rz = (angle: number): NativePulse[] => (angle === 0 ? [] : [{ name: 'rz', angle }])
  const pulse: NativePulse[] = form === 'none' ? [] : [{ name: form === 'x' ? 'x' : 'sx' }]
  return [...rz(before), ...pulse, ...rz(after)]
}

export const takesPulse = (gates: readonly CliffordGate[]): boolean =>
  pulsesFor(gates).some(({ name }) => name !== 'rz')

type OperationMarks = { readonly merged?: true; readonly dd?: true }

/** The gates on a qubit from `at_ns`; a pulse takes `ns`. */
export function gateOperations(
  gates: readonly CliffordGate[],
  qubit: number,
  {
    at_ns,
    ns,
    marks = {},
  }: { readonly at_ns: number; readonly ns: number; readonly marks?: OperationMarks | undefined },
): Operation[] {
  let at = at_ns
  return pulsesFor(gates).map((pulse): Operation => {
    if (pulse.name === 'rz') return { op: 'vz', qubit, at_ns: at, angle: pulse.angle }
    const begun = at
    at += ns
    return { op: 'x90', qubit, at_ns: begun, ns, ...(pulse.name === 'x' ? { turns: 2 } : {}), ...marks }
  })
}
