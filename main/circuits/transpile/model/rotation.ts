/**
 * One-qubit gates up to global phase, as unit quaternions (w, x, y, z) = w·1 - i(x·X + y·Y + z·Z). A phase never
 * matters here: controlled gates are decomposed exactly before, and a classical condition cannot see one.
 */
export type Turn = readonly [w: number, x: number, y: number, z: number]

/** Rotations smaller than this (radians) are dropped: far below any gate's error. */
const TINY = 1e-9

export const IDENTITY: Turn = [1, 0, 0, 0]
const { PI, SQRT1_2 } = Math

/** Rotation by `angle` about a unit axis. */
const about = (x: number, y: number, z: number, angle: number): Turn => {
  const sine = Math.sin(angle / 2)
  return [Math.cos(angle / 2), x * sine, y * sine, z * sine]
}
export const rx = (angle: number): Turn => about(1, 0, 0, angle)
export const ry = (angle: number): Turn => about(0, 1, 0, angle)
export const rz = (angle: number): Turn => about(0, 0, 1, angle)

/** `second` after `first`; renormalised, so that long products do not drift. (A module that exports `then` is a promise.) */
export function followedBy(first: Turn, second: Turn): Turn {
  const [a, b, c, d] = second
  const [e, f, g, h] = first
  const w = a * e - b * f - c * g - d * h
  const x = a * f + b * e + c * h - d * g
  const y = a * g - b * h + c * e + d * f
  const z = a * h + b * g - c * f + d * e
  const norm = Math.hypot(w, x, y, z)
  return [w / norm, x / norm, y / norm, z / norm]
}

const inOrder = (...turns: Turn[]): Turn => turns.reduce(followedBy, IDENTITY)

/** Every one-qubit gate a circuit may name, with its number of parameters. */
export const TURNS: Readonly<Record<string, { params: number; turn: (...params: number[]) => Turn }>> = {
  id: { params: 0, turn: () => IDENTITY },
  x: { params: 0, turn: () => rx(PI) },
  y: { params: 0, turn: () => ry(PI) },
  z: { params: 0, turn: () => rz(PI) },
  h: { params: 0, turn: () => about(SQRT1_2, 0, SQRT1_2, PI) },
  s: { params: 0, turn: () => rz(PI / 2) },
  sdg: { params: 0, turn: () => rz(-PI / 2) },
  t: { params: 0, turn: () => rz(PI / 4) },
  tdg: { params: 0, turn: () => rz(-PI / 4) },
  sx: { params: 0, turn: () => rx(PI / 2) },
  sxdg: { params: 0, turn: () => rx(-PI / 2) },
  rx: { params: 1, turn: angle => rx(angle!) },
  ry: { params: 1, turn: angle => ry(angle!) },
  rz: { params: 1, turn: angle => rz(angle!) },
  p: { params: 1, turn: angle => rz(angle!) },
  u: { params: 3, turn: (theta, phi, lambda) => inOrder(rz(lambda!), ry(theta!), rz(phi!)) },
}

export const isDiagonal = ([, x, y]: Turn): boolean => Math.hypot(x, y) < TINY
export const isFlip = ([w, , , z]: Turn): boolean => Math.hypot(w, z) < TINY
export const isIdentity = (turn: Turn): boolean => isDiagonal(turn) && Math.abs(turn[3]) < TINY

/** The pulses of one turn, in order; what is left over is a last rz. */
export interface Pulses {
  readonly pulses: readonly ({ readonly name: 'rz'; readonly angle: number } | { readonly name: 'sx' | 'x' })[]
  readonly last_rz: number
}

/**
 * Euler angles rz(φ) ry(θ) rz(λ) as rz sx rz sx rz; one sx where θ = π/2, one x where θ = π, none where θ = 0
 * (McKay et al., arXiv:1612.00858, eq. 9).
 */
export function pulsesOf(turn: Turn): Pulses {
  if (isDiagonal(turn)) return { pulses: [], last_rz: tidy(2 * Math.atan2(turn[3], turn[0])) }
  const [w, x, y, z] = turn
  const half = Math.atan2(-x, y)
  if (isFlip(turn)) return { pulses: [{ name: 'x' }], last_rz: tidy(2 * half + PI) }
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

/** A turn as what must happen before a CZ and the rz that may as well happen after it. */
export function split(turn: Turn): { before: Turn; after: Turn } {
  const { pulses, last_rz } = pulsesOf(turn)
  const turns = pulses.map(pulse => (pulse.name === 'rz' ? rz(pulse.angle) : rx(pulse.name === 'x' ? PI : PI / 2)))
  return { before: inOrder(...turns), after: rz(last_rz) }
}

/** Into (-π, π], multiples of π/4 exactly so, and 0 for what is too small to matter. */
function tidy(angle: number): number {
  const wrapped = angle - 2 * PI * Math.round(angle / (2 * PI))
  const eighths = Math.round(wrapped / (PI / 4))
  if (Math.abs(wrapped - (eighths * PI) / 4) > TINY) return wrapped
  return eighths === -4 ? PI : eighths === 0 ? 0 : (eighths * PI) / 4
}
