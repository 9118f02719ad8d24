import fc from 'fast-check'

/** Amplitudes of a state, real and imaginary part by turns; bit q of the index is qubit q. */
export type State = Float64Array

export const norm = (state: State) => Math.hypot(...state)

export const scaled = (state: State): State => {
  const length = norm(state)
  return state.map(part => part / length)
}

/** Any state of so many qubits, never near zero. */
export const anyState = (qubits: number): fc.Arbitrary<State> =>
  fc
    .array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2 << qubits, maxLength: 2 << qubits })
    .filter(parts => parts.some(part => Math.abs(part) > 10))
    .map(parts => scaled(Float64Array.from(parts)))

/** `low` on the lower qubits, `high` above them. */
export const tensor = (low: State, high: State): State =>
  Float64Array.from({ length: (low.length * high.length) / 2 }, (_, part) => {
    const i = part >> 1
    const [a, b] = [2 * (i % (low.length / 2)), 2 * Math.floor(i / (low.length / 2))]
    return part & 1 ? low[a]! * high[b + 1]! + low[a + 1]! * high[b]! : low[a]! * high[b]! - low[a + 1]! * high[b + 1]!
  })

export const zeros = (qubits: number): State => Float64Array.from({ length: 2 << qubits }, (_, i) => (i === 0 ? 1 : 0))

export const h = (state: State, q: number): State =>
  state.map((_, part) => {
    const mask = 2 << q
    const [low, high] = [state[part & ~mask]!, state[part | mask]!]
    return (part & mask ? low - high : low + high) / Math.SQRT2
  })

const signed = (state: State, negative: (i: number) => boolean): State =>
  state.map((amplitude, part) => (negative(part >> 1) ? -amplitude : amplitude))

export const cz = (state: State, a: number, b: number): State => signed(state, i => ((i >> a) & (i >> b) & 1) === 1)

const isOdd = (bits: number) => [...bits.toString(2)].filter(digit => digit === '1').length % 2 === 1

/** First Z, then X, where the masks say: a Y comes out up to a phase. */
export function pauli(state: State, x: number, z: number): State {
  const flipped = signed(state, i => isOdd(i & z))
  return state.map((_, part) => flipped[part ^ (x << 1)]!)
}

/** Projects onto the +1 space of a Pauli; what is left may be shorter than 1. */
export const project = (state: State, x: number, z: number): State => {
  const image = pauli(state, x, z)
  return state.map((part, i) => (part + image[i]!) / 2)
}

/** Probability that measuring qubit q gives 1. */
export const probabilityOfOne = (state: State, q: number): number =>
  state.reduce((sum, part, i) => (i & (2 << q) ? sum + part * part : sum), 0)

/** |<a|b>|: 1 when two states are equal up to a phase. */
export function overlap(a: State, b: State): number {
  let re = 0
  let im = 0
  for (let i = 0; i < a.length; i += 2) {
    re += a[i]! * b[i]! + a[i + 1]! * b[i + 1]!
    im += a[i]! * b[i + 1]! - a[i + 1]! * b[i]!
  }
  return Math.hypot(re, im)
}

export const s = (state: State, q: number): State =>
  state.map((part, i) => {
    if ((i & (2 << q)) === 0) return part
    return i & 1 ? state[i - 1]! : -state[i + 1]!
  })
