import { describe, expect, it } from 'vitest'
import type { StabilizerOp } from '../../../../main/simulation/model/stabilizer'
import { cliffordOps } from '../../../../main/simulation/stabilizer/program'
import { range } from './circuits'

/** Complex numbers as [re, im]; matrices row-major. Qubit 0 of a list is the high bit of the index, as in OpenQASM. */
type Complex = readonly [number, number]
type Unitary = readonly (readonly Complex[])[]

const mul = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c]
const turn = (angle: number): Complex => [Math.cos(angle), Math.sin(angle)]
const real = (...rows: number[][]): Unitary => rows.map(row => row.map((value): Complex => [value, 0]))
const zeros = (size: number): Complex[][] => range(size).map(() => range(size).map((): Complex => [0, 0]))

function product(a: Unitary, b: Unitary): Unitary {
  return a.map(row =>
    b[0]!.map((_, j) =>
      row.reduce<Complex>(
        (sum, value, k) => {
          const [re, im] = mul(value, b[k]![j]!)
          return [sum[0] + re, sum[1] + im]
        },
        [0, 0],
      ),
    ),
  )
}

const diagonal = (...values: Complex[]): Unitary => {
  const matrix = zeros(values.length)
  values.forEach((value, i) => {
    matrix[i]![i] = value
  })
  return matrix
}
const controlled = (u: Unitary): Unitary => {
  const matrix = zeros(4)
  matrix[0]![0] = [1, 0]
  matrix[1]![1] = [1, 0]
  for (const i of [0, 1]) for (const j of [0, 1]) matrix[2 + i]![2 + j] = u[i]![j]!
  return matrix
}

const r = Math.SQRT1_2
const one: Complex = [1, 0]
const X = real([0, 1], [1, 0])
const Z = real([1, 0], [0, -1])
const Y: Unitary = [
  [
    [0, 0],
    [0, -1],
  ],
  [
    [0, 1],
    [0, 0],
  ],
]
const H = real([r, r], [r, -r])
const SWAP = real([1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1])
const p = (angle: number) => diagonal(one, turn(angle))
const rz = (angle: number) => diagonal(turn(-angle / 2), turn(angle / 2))
const ry = (angle: number) =>
  real([Math.cos(angle / 2), -Math.sin(angle / 2)], [Math.sin(angle / 2), Math.cos(angle / 2)])
const rx = (angle: number): Unitary => [
  [
    [Math.cos(angle / 2), 0],
    [0, -Math.sin(angle / 2)],
  ],
  [
    [0, -Math.sin(angle / 2)],
    [Math.cos(angle / 2), 0],
  ],
]
const u = (theta: number, phi: number, lambda: number) => product(product(rz(phi), ry(theta)), rz(lambda))

/** What each name means, written down independently of the engine. */
const FIXED: Readonly<Record<string, Unitary>> = {
  id: diagonal(one, one),
  h: H,
  x: X,
  y: Y,
  z: Z,
  s: p(Math.PI / 2),
  sdg: p(-Math.PI / 2),
  sx: rx(Math.PI / 2),
  sxdg: rx(-Math.PI / 2),
  cx: controlled(X),
  cy: controlled(Y),
  cz: controlled(Z),
  swap: SWAP,
  iswap: product(SWAP, diagonal(one, [0, 1], [0, 1], one)),
}
const TURNED: Readonly<Record<string, (angle: number) => Unitary>> = {
  rx,
  ry,
  rz,
  p,
  crx: a => controlled(rx(a)),
  cry: a => controlled(ry(a)),
  crz: a => controlled(rz(a)),
  cp: a => controlled(p(a)),
}

const GENERATORS: Readonly<Record<string, Unitary>> = {
  h: H,
  s: p(Math.PI / 2),
  x: X,
  z: Z,
  cx: controlled(X),
  cz: controlled(Z),
  swap: SWAP,
}

/** Spreads a matrix on some of `count` qubits to all of them. */
function spread(matrix: Unitary, on: readonly number[], count: number): Unitary {
  const bit = (index: number, q: number) => (index >> (count - 1 - q)) & 1
  const inner = (index: number) => on.reduce((sum, q) => 2 * sum + bit(index, q), 0)
  const rest = (index: number) =>
    range(count)
      .filter(q => !on.includes(q))
      .map(q => bit(index, q))
      .join('')
  const size = range(2 ** count)
  return size.map(i => size.map((j): Complex => (rest(i) === rest(j) ? matrix[inner(i)]![inner(j)]! : [0, 0])))
}

const unitaryOf = (ops: readonly StabilizerOp[], count: number): Unitary =>
  ops.reduce(
    (sum, op) => product(spread(GENERATORS[op.op]!, 'q' in op ? [op.q] : [op.a, op.b], count), sum),
    diagonal(...range(2 ** count).map(() => one)),
  )

/** 1 when the two are equal up to a global phase, less otherwise. */
function overlap(a: Unitary, b: Unitary): number {
  const sum = [0, 0]
  a.forEach((row, i) => {
    row.forEach(([re, im], j) => {
      const [x, y] = mul([re, -im], b[i]![j]!)
      sum[0]! += x
      sum[1]! += y
    })
  })
  return Math.hypot(sum[0]!, sum[1]!) / a.length
}

const expectSame = (name: string, params: number[], meant: Unitary) => {
  const count = Math.log2(meant.length)
  const ops = cliffordOps({ name, qubits: range(count), params })
  expect(ops, `${name}(${params})`).not.toBeNull()
  expect(overlap(unitaryOf(ops!, count), meant), `${name}(${params})`).toBeCloseTo(1, 9)
}

describe('the generators of a Clifford instruction', () => {
  it.each(Object.entries(FIXED))('multiply to %s', (name, meant) => {
    expectSame(name, [], meant)
  })

  it.each(Object.entries(TURNED))('multiply to %s at every multiple of its step', (name, meant) => {
    const step = name.startsWith('c') ? Math.PI : Math.PI / 2
    for (let k = -9; k <= 9; k++) expectSame(name, [k * step], meant(k * step))
  })

  it('multiply to u at every Clifford triple of angles', () => {
    const quarter = Math.PI / 2
    for (let k = 0; k < 64; k++) {
      const angles: [number, number, number] = [(k & 3) * quarter, ((k >> 2) & 3) * quarter, (k >> 4) * quarter]
      expectSame('u', angles, u(...angles))
    }
    expectSame('u', [0, 0.3, -0.3], u(0, 0.3, -0.3))
    expectSame('u', [Math.PI, 0.3 + quarter, 0.3], u(Math.PI, 0.3 + quarter, 0.3))
  })

  it.each([
    ['t', []],
    ['ch', []],
    ['ccx', []],
    ['rz', [0.1]],
    ['rz', [Math.PI / 2 + 1e-9]],
    ['cp', [Math.PI / 2]],
    ['crz', [Math.PI / 2]],
    ['u', [0, 0.3, 0]],
    ['rx', [Number.NaN]],
    ['rx', []],
    ['constructor', []],
    ['__proto__', []],
  ])('are not to be had for %s(%s)', (name, params) => {
    expect(cliffordOps({ name, qubits: [0, 1, 2], params })).toBeNull()
  })
})
