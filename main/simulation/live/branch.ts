/** State after one sequence of measurement outcomes. Qubits with a certain value are bits, so that measuring makes a branch small. */
import type { CircuitStep } from '../model/circuit'
import type { State } from '../statevector/reference'
import { applyToAmplitudes } from './apply-to-amplitudes'

/** Stands for the value of a qubit whose value is not certain. */
export const UNCERTAIN = -1
/** Squared amplitude below which a matrix element counts as 0. */
const NO_WEIGHT = 1e-30
/** Two states count as the same where their squared overlap exceeds 1 − SAME. */
const SAME = 1e-12

type GateOfStep = Pick<Extract<CircuitStep, { kind: 'gate' }>, 'matrix' | 'target' | 'controls'>

interface BranchParts {
  /** By qubit: its value, or UNCERTAIN. */
  readonly values: Int8Array
  /** Classical bits. */
  readonly memory: Uint8Array
  /** Uncertain qubits, ascending: qubit `free[k]` is bit k of an amplitude's index. */
  readonly free: readonly number[]
  /** Normalized. */
  readonly state: State
}

export class Branch {
  /** Probability of the outcomes measured on the way here, summed over the branches joined into this one. */
  weight = 1
  /** Whether a loop was left at its bound. */
  isUnfinished = false

  readonly values: Int8Array
  readonly memory: Uint8Array
  free: readonly number[]
  state: State

  private constructor({ values, memory, free, state }: BranchParts) {
    this.values = values
    this.memory = memory
    this.free = free
    this.state = state
  }

  static ground(qubits: number, clbits: number): Branch {
    const state = { re: Float64Array.of(1), im: Float64Array.of(0) }
    return new Branch({ values: new Int8Array(qubits), memory: new Uint8Array(clbits), free: [], state })
  }

  get size(): number {
    return this.state.re.length
  }

  apply(gate: GateOfStep): void {
    const { values } = this
    if (gate.controls.some(control => values[control] === 0)) return
    const open = gate.controls.filter(control => values[control] === UNCERTAIN)
    if (values[gate.target] !== UNCERTAIN && this.applyToCertain(gate, open)) return
    const indexOf = (qubit: number) => this.free.indexOf(qubit)
    applyToAmplitudes(this.state, { matrix: gate.matrix, target: indexOf(gate.target), controls: open.map(indexOf) })
  }

  /**
   * True where the gate is done and the target still has a certain value; else the target is now among the amplitudes.
   */
  private applyToCertain({ matrix, target }: GateOfStep, open: readonly number[]): boolean {
    const value = this.values[target]!
    const isKept = isZero(matrix, 1 - value, value)
    const isFlipped = open.length === 0 && isZero(matrix, value, value)
    if (isKept) this.turn(elementAt(matrix, value, value), open)
    else if (isFlipped) {
      this.turn(elementAt(matrix, 1 - value, value), [])
      this.values[target] = 1 - value
    } else this.release(target)
    return isKept || isFlipped
  }

  /** Probability that the qubit is 1. */
  populationOf(qubit: number): number {
    const value = this.values[qubit]!
    if (value !== UNCERTAIN) return value
    const { re, im } = this.state
    const bit = 1 << this.free.indexOf(qubit)
    let ones = 0
    for (let i = 0; i < re.length; i++) if ((i & bit) !== 0) ones += re[i]! ** 2 + im[i]! ** 2
    return ones
  }

  /** The branch in which the qubit was found to be `outcome`, which has that probability. */
  collapsed(qubit: number, outcome: 0 | 1, probability: number): Branch {
    const branch = this.copy()
    branch.weight = this.weight * probability
    if (this.values[qubit] !== UNCERTAIN) return branch
    const at = this.free.indexOf(qubit)
    const scale = 1 / Math.sqrt(probability)
    const kept = (part: Float64Array) =>
      Float64Array.from({ length: part.length / 2 }, (_, i) => part[withBit(i, at, outcome)]! * scale)
    branch.values[qubit] = outcome
    branch.free = this.free.filter(other => other !== qubit)
    branch.state = { re: kept(this.state.re), im: kept(this.state.im) }
    return branch
  }

  copy(): Branch {
    const { re, im } = this.state
    const branch = new Branch({
      values: this.values.slice(),
      memory: this.memory.slice(),
      free: this.free,
      state: { re: re.slice(), im: im.slice() },
    })
    branch.weight = this.weight
    branch.isUnfinished = this.isUnfinished
    return branch
  }

  /** Whether both are the same state up to a global phase, with the same qubits certain. */
  isSameState(other: Branch): boolean {
    if (this.size !== other.size || this.values.some((value, qubit) => value !== other.values[qubit])) return false
    const [a, b] = [this.state, other.state]
    let [re, im] = [0, 0]
    for (let i = 0; i < a.re.length; i++) {
      re += a.re[i]! * b.re[i]! + a.im[i]! * b.im[i]!
      im += a.re[i]! * b.im[i]! - a.im[i]! * b.re[i]!
    }
    return re ** 2 + im ** 2 > 1 - SAME
  }

  /** Multiplies the amplitudes in which all those qubits are 1 by a phase. */
  private turn([re, im]: readonly [number, number], open: readonly number[]): void {
    if (re === 1 && im === 0) return
    const needed = open.reduce((mask, qubit) => mask | (1 << this.free.indexOf(qubit)), 0)
    const { state } = this
    for (let i = 0; i < state.re.length; i++) {
      if ((i & needed) !== needed) continue
      const [a, b] = [state.re[i]!, state.im[i]!]
      state.re[i] = a * re - b * im
      state.im[i] = a * im + b * re
    }
  }

  /** A certain qubit joins the qubits of the amplitudes. */
  private release(qubit: number): void {
    const value = this.values[qubit] as 0 | 1
    const at = this.free.filter(other => other < qubit).length
    const spread = (part: Float64Array) => {
      const wide = new Float64Array(2 * part.length)
      for (const [i, amplitude] of part.entries()) wide[withBit(i, at, value)] = amplitude
      return wide
    }
    this.free = this.free.toSpliced(at, 0, qubit)
    this.values[qubit] = UNCERTAIN
    this.state = { re: spread(this.state.re), im: spread(this.state.im) }
  }
}

/** The index with another bit put in at a position. */
function withBit(index: number, at: number, bit: 0 | 1): number {
  const low = (1 << at) - 1
  return ((index & ~low) << 1) | (bit << at) | (index & low)
}

const elementAt = (matrix: readonly number[], row: number, column: number): readonly [number, number] => [
  matrix[2 * (2 * row + column)]!,
  matrix[2 * (2 * row + column) + 1]!,
]

function isZero(matrix: readonly number[], row: number, column: number): boolean {
  const [re, im] = elementAt(matrix, row, column)
  return re ** 2 + im ** 2 < NO_WEIGHT
}
