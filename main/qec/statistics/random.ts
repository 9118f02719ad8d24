/** Seeded uniforms for posterior draws: the same seed gives the same interval. Never used for sampling runs. */

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
