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

/**
 * `second` after `first`; normalized, so that long products do not drift. (`import` takes a module with `then` for a
 * promise.)
 */
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

/** The pulses that a rotation takes: none, one x, one sx, or two sx. */
export type PulseForm = 'none' | 'x' | 'sx' | 'two'

/** Angles of the rz before, between and after the pulses, in radians; 0 where there is none. */
export interface PulseAngles {
  readonly before: number
  readonly between: number
  readonly after: number
}

const polarOf = ([w, x, y, z]: Rotation): number => 2 * Math.atan2(Math.hypot(x, y), Math.hypot(w, z))

/** The form with fewest pulses. */
export function pulseFormOf(rotation: Rotation): PulseForm {
  if (isDiagonal(rotation)) return 'none'
  if (isXLike(rotation)) return 'x'
  return Math.abs(polarOf(rotation) - PI / 2) < TINY ? 'sx' : 'two'
}

/**
 * Euler angles rz(φ) ry(θ) rz(λ) as rz sx rz sx rz; one sx where θ = π/2, one x where θ = π, none where θ = 0
 * (McKay et al., arXiv:1612.00858, eq. 9). Two pulses make any rotation. A diagonal or x-like rotation does not
 * determine φ and λ: one of them takes all of the angle, so that the angles of Clifford gates are multiples of π/2.
 */
export function anglesOf(rotation: Rotation, form: PulseForm): PulseAngles {
  const [w, x, y, z] = rotation
  if (form === 'none') return tidied(0, 0, 2 * Math.atan2(z, w))
  const half = Math.atan2(-x, y)
  if (form === 'x') return tidied(0, 0, 2 * half + PI)
  const sum = Math.atan2(z, w)
  if (form === 'sx') return tidied(sum - half - PI / 2, 0, sum + half + PI / 2)
  if (isDiagonal(rotation)) return tidied(2 * sum + PI, PI, 0)
  if (isXLike(rotation)) return tidied(0, 2 * PI, 2 * half + PI)
  return tidied(sum - half, polarOf(rotation) + PI, sum + half + PI)
}

const tidied = (before: number, between: number, after: number): PulseAngles => ({
  before: tidy(before),
  between: tidy(between),
  after: tidy(after),
})

/** A rotation in pulses as what must happen before a CZ and the rz that commutes with it and may happen after it. */
export function split(rotation: Rotation, form: PulseForm): { before: Rotation; after: Rotation } {
  const { before, between, after } = anglesOf(rotation, form)
  return { before: followedBy(rz(before), pulsed(form, between)), after: rz(after) }
}

function pulsed(form: PulseForm, between: number): Rotation {
  if (form === 'none') return IDENTITY_ROTATION
  return form === 'two' ? inOrder(rx(PI / 2), rz(between), rx(PI / 2)) : rx(form === 'x' ? PI : PI / 2)
}

/** Into (-π, π], multiples of π/4 exactly so, and 0 for what is too small to matter. */
function tidy(angle: number): number {
  const wrapped = angle - 2 * PI * Math.round(angle / (2 * PI))
  const eighths = Math.round(wrapped / (PI / 4))
  if (Math.abs(wrapped - (eighths * PI) / 4) > TINY) return wrapped
  return eighths === -4 ? PI : eighths === 0 ? 0 : (eighths * PI) / 4
}
