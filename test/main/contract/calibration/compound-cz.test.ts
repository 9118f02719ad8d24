import { describe, expect, it } from 'vitest'
import {
  CZ_RECIPES,
  coreLength,
  czOfPair,
  type Layer,
  makesCz,
  oneQubitErrors,
  wholeLength,
} from '../../../../main/contract/calibration/compound-cz'
import type { CalibrationEdge } from '../../../../main/contract/calibration/snapshot'

interface Complex {
  readonly re: number
  readonly im: number
}
type Matrix = readonly (readonly Complex[])[]

const c = (re: number, im = 0): Complex => ({ re, im })
const times = (a: Complex, b: Complex): Complex => c(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
const product = (a: Matrix, b: Matrix): Matrix =>
  a.map(row =>
    b[0]!.map((_, j) =>
      row.reduce((sum, x, k) => {
        const next = times(x, b[k]![j]!)
        return c(sum.re + next.re, sum.im + next.im)
      }, c(0)),
    ),
  )
const tensor = (a: Matrix, b: Matrix): Matrix => a.flatMap(p => b.map(q => p.flatMap(x => q.map(y => times(x, y)))))
const reals = (rows: readonly (readonly number[])[]): Matrix => rows.map(row => row.map(x => c(x)))

const half = Math.SQRT1_2
const ONE: Matrix = reals([
  [1, 0],
  [0, 1],
])
const ONE_QUBIT: Readonly<Record<string, Matrix>> = {
  h: reals([
    [half, half],
    [half, -half],
  ]),
  x: reals([
    [0, 1],
    [1, 0],
  ]),
  s: [
    [c(1), c(0)],
    [c(0), c(0, 1)],
  ],
  sdg: [
    [c(1), c(0)],
    [c(0), c(0, -1)],
  ],
  sx: [
    [c(0.5, 0.5), c(0.5, -0.5)],
    [c(0.5, -0.5), c(0.5, 0.5)],
  ],
}

/** exp(iθ/2 (XX+YY)): θ = π/2 is iSWAP, π/4 its root. */
const exchange = (theta: number): Matrix => [
  [c(1), c(0), c(0), c(0)],
  [c(0), c(Math.cos(theta)), c(0, Math.sin(theta)), c(0)],
  [c(0), c(0, Math.sin(theta)), c(Math.cos(theta)), c(0)],
  [c(0), c(0), c(0), c(1)],
]

const CZ = reals([
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, -1],
])

/** First qubit the control, and the left factor. ECR = (IX − XY)/√2 in the order of its publisher's tensor factors. */
const NATIVE: Readonly<Record<string, Matrix>> = {
  cz: CZ,
  cphase: CZ,
  cx: reals([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 0, 1],
    [0, 0, 1, 0],
  ]),
  ecr: [
    [c(0), c(0), c(half), c(0, half)],
    [c(0), c(0), c(0, half), c(half)],
    [c(half), c(0, -half), c(0), c(0)],
    [c(0, -half), c(half), c(0), c(0)],
  ],
  iswap: exchange(Math.PI / 2),
  xy: exchange(Math.PI / 2),
  sqrt_iswap: exchange(Math.PI / 4),
}

const played = (word: string): Matrix =>
  word
    .split(' ')
    .filter(gate => gate !== '')
    .reduce((all, gate) => product(ONE_QUBIT[gate]!, all), ONE)
const layer = ([one, two]: Layer): Matrix => tensor(played(one), played(two))

function madeBy(gate: string, native = NATIVE[gate]!): Matrix {
  const { uses, before, between, after } = CZ_RECIPES[gate]!
  const first = product(native, layer(before))
  const all = uses === 2 ? product(native, product(layer(between), first)) : first
  return product(layer(after), all)
}

/** |Tr(A† B)| / 4: 1 for equal unitaries, whatever the global phase. */
function overlap(a: Matrix, b: Matrix): number {
  let [re, im] = [0, 0]
  a.forEach((row, i) => {
    row.forEach((x, j) => {
      const term = times(c(x.re, -x.im), b[i]![j]!)
      re += term.re
      im += term.im
    })
  })
  return Math.hypot(re, im) / 4
}

describe('a compound CZ', () => {
  it.each(Object.keys(CZ_RECIPES))('of %s is a CZ as a 4x4 unitary, up to the global phase', gate => {
    expect(overlap(madeBy(gate), CZ)).toBeCloseTo(1, 12)
  })

  it.each(['iswap', 'sqrt_iswap', 'xy'])('of %s stays one with the qubits changed round', gate => {
    const swap = reals([
      [1, 0, 0, 0],
      [0, 0, 1, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 1],
    ])
    expect(overlap(product(swap, product(madeBy(gate), swap)), CZ)).toBeCloseTo(1, 12)
  })

  it('of fSim(π/4, 0) differs from that of √iSWAP, its inverse, by Z rotations alone', () => {
    const made = madeBy('sqrt_iswap', exchange(-Math.PI / 4))
    made.forEach((row, i) => {
      row.forEach((x, j) => {
        if (i !== j) expect(Math.hypot(x.re, x.im)).toBeCloseTo(0, 12)
      })
    })
    const z = tensor(played('s s'), played('s s'))
    expect(overlap(product(z, made), CZ)).toBeCloseTo(1, 12)
  })

  it('is not made of the sycamore gate', () => {
    expect(makesCz('sycamore')).toBe(false)
  })
})

const edge = (gate: string, fidelity: number | null, more: Partial<CalibrationEdge> = {}): CalibrationEdge => ({
  a: 0,
  b: 1,
  gate,
  fidelity,
  duration_ns: 100,
  out_of_service: null,
  ...more,
})

const single = oneQubitErrors([
  { index: 0, fidelity_1q: 0.999 },
  { index: 1, fidelity_1q: 0.998 },
])

describe('the choice of a native gate', () => {
  it('keeps the fidelity of a native CZ to the bit', () => {
    for (const fidelity of [0.9943, 0.5000001, 0.999, 0.8517263]) {
      const made = czOfPair([edge('cz', fidelity)], single)!
      expect([1 - made.core!, 1 - made.whole!]).toEqual([fidelity, fidelity])
    }
  })

  it('adds the errors of all parts: two native gates and every one-qubit gate as Pauli errors', () => {
    const made = czOfPair([edge('iswap', 0.99)], single)!
    // Between on the better qubit or on the other: two pulses outside stand on the one with the smaller error.
    const [e0, e1] = [1.5 * 0.001, 1.5 * 0.002]
    expect(made.core).toBeCloseTo(0.8 * (2 * 1.25 * 0.01 + e1), 12)
    expect(made.whole).toBeCloseTo(0.8 * (2 * 1.25 * 0.01 + e1 + 2 * e0), 12)
    expect([made.first, made.second]).toEqual([1, 0])
  })

  it('takes the gate with the smallest predicted error', () => {
    const better = czOfPair([edge('cz', 0.96), edge('iswap', 0.99)], single)!
    expect(better.edge.gate).toBe('iswap')
    const worse = czOfPair([edge('cz', 0.96), edge('iswap', 0.97)], single)!
    expect(worse.edge.gate).toBe('cz')
  })

  it('takes the direction with the smaller error, and another gate where a CZ is dead', () => {
    const back = edge('cx', 0.991, { a: 1, b: 0 })
    expect(czOfPair([edge('cx', 0.99), back], single)).toMatchObject({ edge: back, first: 1, second: 0 })
    const dead = edge('cz', null, { out_of_service: 'dead' })
    expect(czOfPair([dead, edge('xy', 0.97)], single)!.edge.gate).toBe('xy')
  })

  it('leaves a family benchmarked over many angles aside where a CZ works', () => {
    expect(czOfPair([edge('cz', 0.9), edge('cphase', 0.95)], single)!.edge.gate).toBe('cz')
    expect(czOfPair([edge('cphase', 0.95)], single)!.edge.gate).toBe('cphase')
  })

  it('takes the one-qubit gates off the error of a cycle, and says where nothing is left', () => {
    const made = czOfPair([edge('cz', 1 - 0.8 * 0.01, { fidelity_of: 'cycle' })], single)!
    expect(made.core).toBeCloseTo(0.8 * (0.01 - 1.5 * 0.001 - 1.5 * 0.002), 12)
    expect(made.cycle).toMatchObject({ clipped: false })
    const none = czOfPair([edge('cz', 1 - 0.8 * 0.002, { fidelity_of: 'cycle' })], single)!
    expect(none).toMatchObject({ core: 0, whole: 0, cycle: { clipped: true } })
  })

  it('is never worse than noise', () => {
    expect(czOfPair([edge('iswap', 0.51)], single)!.whole).toBeLessThanOrEqual(0.75)
  })

  it('is none where no gate makes a CZ', () => {
    expect(czOfPair([edge('sycamore', 0.99)], single)).toBeNull()
  })
})

describe('the length of a compound CZ', () => {
  const pulse = (qubit: number) => 20 + 10 * qubit

  it('is that of all its parts, layer by layer', () => {
    const cx = czOfPair([edge('cx', 0.99)], single)!
    expect([coreLength(cx, 100, pulse), wholeLength(cx, 100, pulse)]).toEqual([100, 160])
    const root = czOfPair([edge('sqrt_iswap', 0.99)], single)!
    expect(coreLength(root, 32, pulse)).toBe(64 + pulse(root.first))
    expect(wholeLength(root, 32, pulse)).toBe(64 + pulse(root.first) + 30 + 30)
  })

  it('is the native gate for a CZ', () => {
    expect(wholeLength(czOfPair([edge('cz', 0.99)], single)!, 68, pulse)).toBe(68)
  })
})
