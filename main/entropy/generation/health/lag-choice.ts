/** Samples as far back as a lag may be. */
export const MAX_LAG = 128

/**
 * The lag at which most of the last `window` samples equal the sample so much earlier; the shortest of several such. The
 * choice is made on samples before those it predicts: each prediction then holds with a chance of at most 2^−H, so the
 * repetition and proportion cutoffs apply to it. Each sample looks up only the earlier ones that equal it: window × MAX_LAG
 * steps where all are equal, and of n symbols that come equally often one n-th of it.
 *
 * @param samples at least `window` + MAX_LAG of them, and at most 65,535; the last ones are looked at
 */
export function bestLag(samples: Uint8Array, window: number): number {
  const matches = matchesByLag(samples.subarray(samples.length - window - MAX_LAG))
  let best = 1
  for (let lag = 2; lag <= MAX_LAG; lag++) if (matches[lag]! > matches[best]!) best = lag
  return best
}

/** One more than where each value came last; for each sample where its value came before, 0 where it did not. */
const last = new Uint16Array(256)
const before = new Uint16Array(2 ** 16)
const matches = new Uint16Array(MAX_LAG + 1)

/** How many samples from the one at MAX_LAG on equal the one so much earlier, for each lag; overwritten by the next call. */
function matchesByLag(samples: Uint8Array): Uint16Array {
  last.fill(0)
  matches.fill(0)
  for (let i = 1; i <= samples.length; i++) {
    const value = samples[i - 1]!
    let at = last[value]!
    before[i] = at
    last[value] = i
    if (i <= MAX_LAG) continue
    for (const least = Math.max(1, i - MAX_LAG); at >= least; at = before[at]!) matches[i - at]!++
  }
  return matches
}
