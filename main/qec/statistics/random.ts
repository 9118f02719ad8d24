/**
 * Seeded uniforms for posterior draws, never for sampling runs: the same seed gives the same interval. And normal numbers from any
 * uniforms, for the twins of instruments too.
 */

const MASK = 0xffff_ffffn

/** sfc32 (Doty-Humphrey), seeded by the 64 bits of `seed` and warmed up. Uniform in (0, 1) with 32 bits. */
export function uniforms(seed: bigint): () => number {
  let a = Number(seed & MASK) | 0
  let b = Number((seed >> 32n) & MASK) | 0
  let c = 0x9e3779b9 | 0
  let counter = 1
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return ((t >>> 0) + 0.5) / 4294967296
  }
  for (let i = 0; i < 20; i++) next()
  return next
}

/** From so many expected successes and failures on, a count is drawn from the normal distribution. */
const MANY = 60

/**
 * A draw of how many of `trials` succeed: exact where few successes or failures are expected, else a rounded normal.
 */
export function binomial(trials: number, share: number, random: () => number): number {
  if (trials <= 0 || share <= 0) return 0
  if (share > 0.5) return trials - binomial(trials, 1 - share, random)
  const mean = trials * share
  if (mean < MANY) return byGaps(trials, share, random)
  return Math.min(trials, Math.max(0, Math.round(mean + Math.sqrt(mean * (1 - share)) * normal(random))))
}

/** Draws a binomial count by the gaps from one success to the next, which are geometric. */
function byGaps(trials: number, share: number, random: () => number): number {
  const scale = 1 / Math.log1p(-share)
  let [count, at] = [-1, 0]
  while (at <= trials) {
    at += 1 + Math.floor(Math.log(random()) * scale)
    count++
  }
  return count
}

/** A standard normal number (Box and Muller 1958) of two uniform ones; `u` is above 0. */
const boxMuller = (u: number, v: number): number => Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v)

/** Standard normal, from uniforms in (0, 1). */
export const normal = (random: () => number): number => boxMuller(random(), random())

/** Standard normal, from uniforms in [0, 1): 0 is never taken as the logarithm's argument. */
export const normalFromHalfOpen = (random: () => number): number => boxMuller(1 - random(), random())
