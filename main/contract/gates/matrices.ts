/** A complex number as (real, imaginary). */
export type Complex = readonly [number, number]
/** Row-major square matrix of side 2^k. Index bit 0 belongs to the LAST qubit of the list: (control, target) reads as |control target⟩. */
export type Matrix = readonly (readonly Complex[])[]

const ZERO: Complex = [0, 0]
const ONE: Complex = [1, 0]
const I: Complex = [0, 1]
const MINUS_I: Complex = [0, -1]
const real = (value: number): Complex => [value, 0]
/** e^{i·angle}. */
export const phase = (angle: number): Complex => [Math.cos(angle), Math.sin(angle)]
export const complexProduct = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c]
const scaled = (factor: number, [a, b]: Complex): Complex => [factor * a, factor * b]

/**
 * U(θ, φ, λ) of OpenQASM with the phase that makes the upper left entry real:
 * [[cos θ/2, -e^{iλ} sin θ/2], [e^{iφ} sin θ/2, e^{i(φ+λ)} cos θ/2]].
 */
export function uMatrix(theta: number, phi: number, lambda: number): Matrix {
  const [c, s] = [Math.cos(theta / 2), Math.sin(theta / 2)]
  return [
    [real(c), scaled(-s, phase(lambda))],
    [scaled(s, phase(phi)), scaled(c, phase(phi + lambda))],
  ]
}

const diagonal = (...entries: Complex[]): Matrix =>
  entries.map((entry, row) => entries.map((_, column) => (row === column ? entry : ZERO)))

/** p(λ) = diag(1, e^{iλ}). */
export const pMatrix = (lambda: number): Matrix => diagonal(ONE, phase(lambda))
/** rz(λ) = diag(e^{-iλ/2}, e^{iλ/2}): determinant 1, so it is p(λ) up to the phase e^{-iλ/2}. */
export const rzMatrix = (lambda: number): Matrix => diagonal(phase(-lambda / 2), phase(lambda / 2))
/** rx(θ) = exp(-iθX/2). */
export const rxMatrix = (theta: number): Matrix => {
  const [c, s]: [Complex, Complex] = [real(Math.cos(theta / 2)), [0, -Math.sin(theta / 2)]]
  return [
    [c, s],
    [s, c],
  ]
}
/** ry(θ) = exp(-iθY/2), real. */
export const ryMatrix = (theta: number): Matrix => uMatrix(theta, 0, 0)

export const xMatrix: Matrix = [
  [ZERO, ONE],
  [ONE, ZERO],
]
export const yMatrix: Matrix = [
  [ZERO, MINUS_I],
  [I, ZERO],
]
export const hMatrix: Matrix = [
  [real(Math.SQRT1_2), real(Math.SQRT1_2)],
  [real(Math.SQRT1_2), real(-Math.SQRT1_2)],
]
/** sx = ½[[1+i, 1-i], [1-i, 1+i]]: the square root of x with eigenvalues 1 and i, not rx(π/2). */
export const sxMatrix: Matrix = [
  [
    [0.5, 0.5],
    [0.5, -0.5],
  ],
  [
    [0.5, -0.5],
    [0.5, 0.5],
  ],
]
export const swapMatrix: Matrix = [
  [ONE, ZERO, ZERO, ZERO],
  [ZERO, ZERO, ONE, ZERO],
  [ZERO, ONE, ZERO, ZERO],
  [ZERO, ZERO, ZERO, ONE],
]
export const iswapMatrix: Matrix = [
  [ONE, ZERO, ZERO, ZERO],
  [ZERO, ZERO, I, ZERO],
  [ZERO, I, ZERO, ZERO],
  [ZERO, ZERO, ZERO, ONE],
]
/** Exact diagonal gates: no rounding in the entries that are 0, ±1 or i. */
export const zMatrix: Matrix = diagonal(ONE, real(-1))
export const sMatrix: Matrix = diagonal(ONE, I)
export const tMatrix: Matrix = diagonal(ONE, [Math.SQRT1_2, Math.SQRT1_2])
export const idMatrix: Matrix = diagonal(ONE, ONE)

/** Identity while the control (a new first qubit) is 0, the matrix while it is 1. */
export function controlled(matrix: Matrix): Matrix {
  const side = matrix.length
  return Array.from({ length: 2 * side }, (_, row) =>
    Array.from({ length: 2 * side }, (_, column) => {
      if (row >= side && column >= side) return matrix[row - side]![column - side]!
      return row === column ? ONE : ZERO
    }),
  )
}

/** The conjugate transpose. */
export const adjoint = (matrix: Matrix): Matrix =>
  matrix.map((row, i) => row.map((_, j): Complex => [matrix[j]![i]![0], 0 - matrix[j]![i]![1]]))

export const product = (left: Matrix, right: Matrix): Matrix =>
  left.map(row =>
    row.map((_, column) =>
      row.reduce<Complex>((sum, entry, k) => {
        const [re, im] = complexProduct(entry, right[k]![column]!)
        return [sum[0] + re, sum[1] + im]
      }, ZERO),
    ),
  )
