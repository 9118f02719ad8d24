/** splitmix32: seeded numbers for tests, uniform in [0, 1). */
export function seededUniform(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

export function seededBytes(length: number, seed: number, symbols = 256): Uint8Array {
  const uniform = seededUniform(seed)
  return Uint8Array.from({ length }, () => Math.floor(symbols * uniform()))
}

/** For tests that draw afresh each time and say with what. */
export const freshSeed = (): number => Math.floor(Math.random() * 2 ** 31)
