/** Uniform numbers in [0, 1), the same for the same seed. */
export type UniformRandom = () => number

/**
 * mulberry32 (Ettinger, public domain), 32 bits of state: good enough for choosing among equals and for the noise of twins, but
 * not for simulation or for entropy.
 */
export function seededRandom(seed: number): UniformRandom {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
