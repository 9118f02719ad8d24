/** Density matrices of a few qubits, plainly. */

/** Row-major, re and im apart. */
export interface Matrix {
  readonly re: Float64Array
  readonly im: Float64Array
}

type Complex = readonly [re: number, im: number]
export type Gate = readonly [Complex, Complex, Complex, Complex]

const { SQRT1_2 } = Math
export const X: Gate = [
  [0, 0],
  [1, 0],
  [1, 0],
  [0, 0],
]
export const Y: Gate = [
  [0, 0],
  [0, -1],
  [0, 1],
  [0, 0],
]
export const Z: Gate = [
  [1, 0],
  [0, 0],
  [0, 0],
  [-1, 0],
]
const I: Gate = [
  [1, 0],
  [0, 0],
  [0, 0],
  [1, 0],
]
export const X90: Gate = [
  [SQRT1_2, 0],
  [0, -SQRT1_2],
  [0, -SQRT1_2],
  [SQRT1_2, 0],
]
export const PAULIS = [I, X, Y, Z]

export class Chip {
  readonly size: number

  constructor(readonly qubits: readonly number[]) {
    this.size = 2 ** qubits.length
  }

  ground(): Matrix {
    const state = this.zero()
    state.re[0] = 1
    return state
  }

  zero(): Matrix {
    return { re: new Float64Array(this.size ** 2), im: new Float64Array(this.size ** 2) }
  }

  bit(qubit: number): number {
    return 1 << this.qubits.indexOf(qubit)
  }

  sum(parts: readonly (readonly [number, Matrix])[]): Matrix {
    const total = this.zero()
    for (const [weight, { re, im }] of parts)
      for (let i = 0; i < re.length; i++) {
        total.re[i]! += weight * re[i]!
        total.im[i]! += weight * im[i]!
      }
    return total
  }

  /** g ρ g†. */
  apply(state: Matrix, gate: Gate, qubit: number): Matrix {
    return this.dagger(this.left(this.dagger(this.left(state, gate, qubit)), gate, qubit))
  }

  cz(state: Matrix, a: number, b: number): Matrix {
    const both = this.bit(a) | this.bit(b)
    const sign = (i: number) => ((i & both) === both ? -1 : 1)
    return {
      re: state.re.map((value, at) => value * sign(Math.floor(at / this.size)) * sign(at % this.size)),
      im: state.im.map((value, at) => value * sign(Math.floor(at / this.size)) * sign(at % this.size)),
    }
  }

  trace({ re }: Matrix): number {
    let sum = 0
    for (let i = 0; i < this.size; i++) sum += re[i * this.size + i]!
    return sum
  }

  private left(state: Matrix, gate: Gate, qubit: number): Matrix {
    const bit = this.bit(qubit)
    const made = this.zero()
    for (let row = 0; row < this.size; row++)
      for (let column = 0; column < this.size; column++)
        for (const from of [0, 1]) {
          const [re, im] = gate[2 * ((row & bit) === 0 ? 0 : 1) + from]!
          const at = (from === 0 ? row & ~bit : row | bit) * this.size + column
          made.re[row * this.size + column]! += re * state.re[at]! - im * state.im[at]!
          made.im[row * this.size + column]! += re * state.im[at]! + im * state.re[at]!
        }
    return made
  }

  private dagger(state: Matrix): Matrix {
    const made = this.zero()
    for (let row = 0; row < this.size; row++)
      for (let column = 0; column < this.size; column++) {
        made.re[column * this.size + row] = state.re[row * this.size + column]!
        made.im[column * this.size + row] = -state.im[row * this.size + column]!
      }
    return made
  }
}
