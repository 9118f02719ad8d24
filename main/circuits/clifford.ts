import type { Circuit, Instruction } from '../contract/jobs'
import { gateNamed } from './gates'

/** Radians by which an angle may miss a multiple of its step and still count as that multiple. */
export const ANGLE_TOLERANCE = 1e-12

const isMultiple = (angle: number, step: number) => Math.abs(angle - Math.round(angle / step) * step) <= ANGLE_TOLERANCE

/**
 * Whether the instruction maps Pauli operators to Pauli operators (measure, reset and barrier count).
 * crx, cry, crz and cp of multiples of π do: crz(π) is cz followed by sdg on the control.
 */
export function isCliffordInstruction({ name, params = [] }: Instruction): boolean {
  const clifford = gateNamed(name)?.clifford ?? 'never'
  if (clifford === 'always' || clifford === 'never') return clifford === 'always'
  if (name === 'u') return isCliffordU(params)
  return params.every(angle => isMultiple(angle, clifford))
}

/** Where θ is a multiple of 2π or an odd one of π, only φ+λ or φ-λ matters; both quarter turns. Else all three must be. */
function isCliffordU([theta = 0, phi = 0, lambda = 0]: readonly number[]): boolean {
  const quarter = Math.PI / 2
  if (isMultiple(theta, 2 * Math.PI)) return isMultiple(phi + lambda, quarter)
  if (isMultiple(theta, Math.PI)) return isMultiple(phi - lambda, quarter)
  return [theta, phi, lambda].every(angle => isMultiple(angle, quarter))
}

/** Whether the stabilizer engine can run the circuit exactly; conditions on outcomes do not matter to it. */
export const isClifford = (circuit: Circuit): boolean => circuit.instructions.every(isCliffordInstruction)
