import type { AxisRotation } from '../../../contract/gates/gate-table'

/**
 * One-qubit gates up to global phase, as unit quaternions (w, x, y, z) = w·1 - i(x·X + y·Y + z·Z). A phase never
 * matters here: controlled gates are decomposed exactly before, and a classical condition cannot see one.
 */
export type Rotation = readonly [w: number, x: number, y: number, z: number]

/** Rotations smaller than this (radians) are dropped: far below any gate's error. */
const TINY = 1e-9

export const IDENTITY_ROTATION: Rotation = [1, 0, 0, 0]
const { PI, SQRT1_2 } = Math

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], xz: [SQRT1_2, 0, SQRT1_2] } as const

/** Rotation by `angle` about a unit axis. */
const about = ([x, y, z]: readonly [number, number, number], angle: number): Rotation => {
  const sine = Math.sin(angle / 2)
  return [Math.cos(angle / 2), x * sine, y * sine, z * sine]
}
const rx = (angle: number): Rotation => about(AXES.x, angle)
export const rz = (angle: number): Rotation => about(AXES.z, angle)

/** `second` after `first`; renormalised, so that long products do not drift. (A module that exports `then` is a promise.) */
export function followedBy(first: Rotation, second: Rotation): Rotation {
  const [a, b, c, d] = second
  const [e, f, g, h] = first
  const w = a * e - b * f - c * g - d * h
  const x = a * f + b * e + c * h - d * g
  const y = a * g - b * h + c * e + d * f
  const z = a * h + b * g - c * f + d * e
  const norm = Math.hypot(w, x, y, z)
  return [w / norm, x / norm, y / norm, z / norm]
}

const inOrder = (...rotations: Rotation[]): Rotation => rotations.reduce(followedBy, IDENTITY_ROTATION)

/** The rotations one after the other. */
export function rotationOf(axisRotations: readonly AxisRotation[]): Rotation {
  const rotations = axisRotations.map(([axis, angle]) => about(AXES[axis], angle))
  return rotations.length === 1 ? rotations[0]! : inOrder(...rotations)
}

export const isDiagonal = ([, x, y]: Rotation): boolean => Math.hypot(x, y) < TINY
export const isXLike = ([w, , , z]: Rotation): boolean => Math.hypot(w, z) < TINY
export const isIdentity = (rotation: Rotation): boolean => isDiagonal(rotation) && Math.abs(rotation[3]) < TINY

/** The pulses of one rotation, in order; what is left over is a last rz. */
export interface Pulses {
  readonly pulses: readonly ({ readonly name: 'rz'; readonly angle: number } | { readonly name: 'sx' | 'x' })[]
  readonly last_rz: number
}

/**
 * Euler angles rz(φ) ry(θ) rz(λ) as rz sx rz sx rz; one sx where θ = π/2, one x where θ = π, none where θ = 0
 * (McKay et al., arXiv:1612.00858, eq. 9).
 */
export function pulsesOf(rotation: Rotation): Pulses {
  if (isDiagonal(rotation)) return { pulses: [], last_rz: tidy(2 * Math.atan2(rotation[3], rotation[0])) }
  const [w, x, y, z] = rotation
  const half = Math.atan2(-x, y)
  if (isXLike(rotation)) return { pulses: [{ name: 'x' }], last_rz: tidy(2 * half + PI) }
  const theta = 2 * Math.atan2(Math.hypot(x, y), Math.hypot(w, z))
  const phi = Math.atan2(z, w) + half
  const lambda = Math.atan2(z, w) - half
  if (Math.abs(theta - PI / 2) < TINY) return withRz(lambda - PI / 2, [{ name: 'sx' }], phi + PI / 2)
  return withRz(lambda, [{ name: 'sx' }, { name: 'rz', angle: tidy(theta + PI) }, { name: 'sx' }], phi + PI)
}

function withRz(first: number, pulses: Pulses['pulses'], last: number): Pulses {
  const angle = tidy(first)
  return { pulses: angle === 0 ? pulses : [{ name: 'rz', angle }, ...pulses], last_rz: tidy(last) }
}

/** A rotation as what must happen before a CZ and the rz that commutes with it and may happen after it. */
export function split(rotation: Rotation): { before: Rotation; after: Rotation } {
  const { pulses, last_rz } = pulsesOf(rotation)
  const rotations = pulses.map(pulse => (pulse.name === 'rz' ? rz(pulse.angle) : rx(pulse.name === 'x' ? PI : PI / 2)))
  return { before: inOrder(...rotations), after: rz(last_rz) }
}

/** Into (-π, π], multiples of π/4 exactly so, and 0 for what is too small to matter. */
function tidy(angle: number): number {
  const wrapped = angle - 2 * PI * Math.round(angle / (2 * PI))
  const eighths = Math.round(wrapped / (PI / 4))
  if (Math.abs(wrapped - (eighths * PI) / 4) > TINY) return wrapped
  return eighths === -4 ? PI : eighths === 0 ? 0 : (eighths * PI) / 4
}
