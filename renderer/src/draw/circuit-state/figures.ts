/** The figures of a state as they are written: basis states, amplitudes with phases, positions on a sphere. */
import type { CircuitState, QubitState } from '../../../../main/contract/jobs/circuit-state'
import { significant } from '../../../../main/contract/numbers/number-text'
import { percent } from '../format/quantity'

/** Probability below which a basis state is not listed. */
const UNSEEN = 1e-10
/** Below which a real or imaginary part is rounding. */
const ROUNDING = 1e-12
/** Below which a part of a vector or a probability is rounding. */
const ROUNDED = 1e-9

export interface BasisRow {
  /** `|0110⟩`, the highest qubit on the left. */
  readonly ket: string
  readonly index: number
  readonly probability: number
  /** null for a mixture. */
  readonly amplitude: {
    readonly re: number
    readonly im: number
    readonly size: number
    readonly degrees: number
  } | null
}

/** Basis states with probability, by their value or the most probable ones first. */
export function basisRows({ probabilities, amplitudes, qubits }: CircuitState, byProbability: boolean): BasisRow[] {
  const rows = probabilities.flatMap((probability, index): BasisRow[] =>
    probability < UNSEEN
      ? []
      : [{ ket: ket(index, qubits.length), index, probability, amplitude: amplitudeAt(amplitudes, index) }],
  )
  return byProbability ? rows.sort((a, b) => b.probability - a.probability || a.index - b.index) : rows
}

const ket = (index: number, qubits: number): string => `|${index.toString(2).padStart(qubits, '0')}⟩`

function amplitudeAt(amplitudes: CircuitState['amplitudes'], index: number): BasisRow['amplitude'] {
  if (amplitudes === null) return null
  const [re, im] = [cleaned(amplitudes.re[index]!), cleaned(amplitudes.im[index]!)]
  return { re, im, size: Math.hypot(re, im), degrees: degreesOf(re, im) }
}

const cleaned = (value: number): number => (Math.abs(value) < ROUNDING ? 0 : value)

/** Phase from -180 (excluded) to 180. */
function degreesOf(re: number, im: number): number {
  const degrees = (Math.atan2(im, re) * 180) / Math.PI
  return degrees <= -180 + 1e-9 ? 180 : degrees
}

/** `−0.707 + 0.5i`. */
export function complexText(re: number, im: number): string {
  if (im === 0) return significant(re)
  const unit = `${significant(Math.abs(im))}i`
  if (re === 0) return im < 0 ? `−${unit}` : unit
  return `${significant(re)} ${im < 0 ? '−' : '+'} ${unit}`
}

export const degreesText = (degrees: number): string => `${significant(Math.round(degrees * 100) / 100, 4)}°`

/** A signed part of a vector, with rounding taken away. */
export const partText = (value: number): string => significant(Math.abs(value) < ROUNDED ? 0 : value)

/** Probability that a measurement of the qubit gives 1: (1 − z)/2. */
export const probabilityOfOne = ({ z }: Pick<QubitState, 'z'>): number => Math.min(1, Math.max(0, (1 - z) / 2))

/** The probability of 1, with rounding taken away. */
export function oneText(state: Pick<QubitState, 'z'>): string {
  const one = probabilityOfOne(state)
  return percent(one < ROUNDED ? 0 : one > 1 - ROUNDED ? 1 : one)
}

/** `q[0]: 1 with 50 %, Bloch vector (1, 0, 0) of length 1`. */
export const qubitText = (name: string, state: QubitState): string =>
  `${name}: 1 with ${oneText(state)}, Bloch vector (${[state.x, state.y, state.z].map(partText).join(', ')}) of length ${partText(state.length)}`

/** Hue of a phase, around the colour circle once in a turn. */
export const hueOf = (degrees: number): number => Math.round((degrees + 360) % 360)

/**
 * Where the tip of a Bloch vector stands in a drawing of the sphere with radius 1: X comes towards the reader and to the left, Y
 * goes right, Z up; down is positive.
 */
export function projected({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }) {
  const TILT = 0.35
  return { across: y - TILT * x, down: -z + TILT * x }
}
