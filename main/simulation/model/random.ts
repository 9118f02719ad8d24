const MASK = (1n << 64n) - 1n

/** SplitMix64, to spread a seed over the state words. */
function* splitMix(seed: bigint): Generator<bigint, never> {
  for (let state = seed; ; ) {
    state = (state + 0x9e3779b97f4a7c15n) & MASK
    let value = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK
    value = ((value ^ (value >> 27n)) * 0x94d049bb133111ebn) & MASK
    yield value ^ (value >> 31n)
  }
}

/** Output `index` (from 0) of SplitMix64 that starts at the seed. */
export const splitMixAt = (seed: bigint, index: number): bigint =>
  splitMix((seed + BigInt(index) * 0x9e3779b97f4a7c15n) & MASK).next().value

export interface Random {
  /** 0 or 1. */
  bit(): number
  /** In [0, 1), with 53 random bits. */
  uniform(): number
}

/**
 * xoshiro128** (Blackman and Vigna 2018), seeded by an unsigned 64-bit integer. For simulations only: never where
 * entropy is metered or secrets are made.
 */
export function createRandom(seed: bigint): Random {
  const words = splitMix(seed)
  const [first, second] = [words.next().value, words.next().value]
  let a = Number(first & 0xffffffffn) | 0
  let b = Number(first >> 32n) | 0
  let c = Number(second & 0xffffffffn) | 0
  let d = Number(second >> 32n) | 0
  const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by))
  const next = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    return result
  }
  return {
    bit: () => next() >>> 31,
    uniform: () => ((next() >>> 5) * 0x4000000 + (next() >>> 6)) / 2 ** 53,
  }
}
