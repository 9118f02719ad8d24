/**
 * Uniform in [0, 1), in steps of 2^−32: sfc32 (Doty-Humphrey's PractRand), 128 bits of state. Seeds up to 2^53 give streams that
 * neither repeat nor overlap in what a service draws; with 32 bits of state a thousand restarts would share samples.
 */
export function createSampleRandom(seed: number): () => number {
  let [a, b, c, counter] = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0, 1]
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < SEED_ROUNDS; round++) next()
  return next
}

/** Rounds until a changed bit of the seed has changed everything. */
const SEED_ROUNDS = 15
