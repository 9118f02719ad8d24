/** A unitary on one qubit as e^(iγ) U(θ, φ, λ), as OpenQASM 3 defines U. */
import type { Complex } from '../../../contract/gates/matrices'
import type { OneQubitMatrix } from './one-qubit-matrix'

export interface RotationAngles {
  readonly theta: number
  readonly phi: number
  readonly lambda: number
  /** Global phase, which matters only under a control. */
  readonly phase: number
}

/** Below this size an entry is what rounding left of 0, and its argument says nothing. */
const NOTHING = 1e-12

/** The angles of a unitary, all in radians: θ from 0 to π, the others from −π to π. */
export function rotationAngles([[a, b], [c, d]]: OneQubitMatrix): RotationAngles {
  const theta = 2 * Math.atan2(Math.hypot(...c), Math.hypot(...a))
  if (Math.hypot(...a) < NOTHING) {
    const phase = argument(minus(b))
    return { theta: Math.PI, phi: turned(argument(c) - phase), lambda: 0, phase }
  }
  const phase = argument(a)
  if (Math.hypot(...c) < NOTHING) return { theta: 0, phi: 0, lambda: turned(argument(d) - phase), phase }
  return { theta, phi: turned(argument(c) - phase), lambda: turned(argument(minus(b)) - phase), phase }
}

const minus = ([re, im]: Complex): Complex => [-re, -im]
const argument = ([re, im]: Complex): number => Math.atan2(im, re)

/** The equal angle in (−π, π]. */
function turned(angle: number): number {
  const near = Math.atan2(Math.sin(angle), Math.cos(angle))
  return near + Math.PI < NOTHING ? Math.PI : near
}
