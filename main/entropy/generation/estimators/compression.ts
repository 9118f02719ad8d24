import { type EntropyEstimate, type EstimateCheckpoint, type SymbolSequence, Z_ALPHA } from './sequence'

const BLOCK_BITS = 6
const VALUES = 2 ** BLOCK_BITS
/** Blocks that only fill the dictionary. */
const DICTIONARY_BLOCKS = 1000
/** Factor of the standard deviation for blocks of six bits. */
const SIGMA_FACTOR = 0.5907

/** Compression estimate of bits (SP 800-90B 6.3.4), after Maurer's universal statistic (Maurer 1992). */
export function compressionEstimate({ data }: SymbolSequence, checkpoint: EstimateCheckpoint): EntropyEstimate {
  const blocks = Math.floor(data.length / BLOCK_BITS)
  const tested = blocks - DICTIONARY_BLOCKS
  if (tested < 2) return { estimator: 'compression', min_entropy: null, figures: { blocks } }
  const { sum, squares } = distances(data, blocks, checkpoint)
  const mean = sum / tested
  const sigma = SIGMA_FACTOR * Math.sqrt(squares / (tested - 1) - mean * mean)
  const mean_bound = mean - (Z_ALPHA * sigma) / Math.sqrt(tested)
  const p = likeliestBlock(mean_bound, blocks, checkpoint)
  const min_entropy = p > 1 / VALUES ? -Math.log2(p) / BLOCK_BITS : 1
  return { estimator: 'compression', min_entropy, figures: { mean, sigma, mean_bound, p } }
}

/** Sums, over the tested blocks, of log2 of the distance from the last equal block, and of its square. */
function distances(data: Uint8Array, blocks: number, checkpoint: EstimateCheckpoint) {
  const lastSeen = new Float64Array(VALUES)
  const sum = compensatedSum()
  const squares = compensatedSum()
  for (let block = 0; block < blocks; block++) {
    if ((block & 1023) === 0) checkpoint()
    let value = 0
    for (let bit = 0; bit < BLOCK_BITS; bit++) value = 2 * value + data[block * BLOCK_BITS + bit]!
    const distance = Math.log2(block + 1 - lastSeen[value]!)
    lastSeen[value] = block + 1
    if (block < DICTIONARY_BLOCKS) continue
    sum.add(distance)
    squares.add(distance * distance)
  }
  return { sum: sum.total(), squares: squares.total() }
}

/** Kahan's summation: the error does not grow with the number of terms. */
function compensatedSum() {
  let [sum, lost] = [0, 0]
  return {
    add(term: number) {
      const corrected = term - lost
      const next = sum + corrected
      lost = next - sum - corrected
      sum = next
    },
    total: () => sum,
  }
}

/** The chance p of the likeliest block at which the expected mean is `mean`, the others being equally likely; bisected. */
function likeliestBlock(mean: number, blocks: number, checkpoint: EstimateCheckpoint): number {
  const logs = Float64Array.from({ length: blocks + 1 }, (_, i) => Math.log2(i))
  const expected = (p: number) =>
    expectedPart(p, logs, checkpoint) + (VALUES - 1) * expectedPart((1 - p) / (VALUES - 1), logs, checkpoint)
  let [low, high] = [1 / VALUES, 1]
  if (expected(low) <= mean) return low
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return high
    const value = expected(middle)
    if (value === mean) return middle
    if (value > mean) low = middle
    else high = middle
  }
}

/**
 * G(z) of 6.3.4, step 7: the mean, over tested blocks t, of Σ_{u<t} log2(u) z² (1−z)^{u−1} + log2(t) z (1−z)^{t−1}. Summed by u: z²
 * (1−z)^{u−1} log2(u) occurs once for each tested t above u. The loop ends where no further term can change the sum.
 */
function expectedPart(z: number, logs: Float64Array, checkpoint: EstimateCheckpoint): number {
  const blocks = logs.length - 1
  const inner = compensatedSum()
  const last = compensatedSum()
  let power = 1 - z
  for (let u = 2; u <= blocks && power > 0; u++) {
    if ((u & 4095) === 0) checkpoint()
    const term = logs[u]! * power
    inner.add((blocks - Math.max(u, DICTIONARY_BLOCKS)) * term)
    if (u > DICTIONARY_BLOCKS) last.add(term)
    if (u > DICTIONARY_BLOCKS && term * blocks * (1 / z) < 1e-20 * inner.total()) break
    power *= 1 - z
  }
  return (z * (z * inner.total() + last.total())) / (blocks - DICTIONARY_BLOCKS)
}
