/** Longest lag, in samples. */
export const MAX_LAG = 128

/**
 * The lag at which most of the last `window` samples equal the sample that many places earlier; among equals, the shortest. The
 * choice is made on samples before those that it predicts: each prediction then holds with a chance of at most 2^−H, so the
 * repetition and proportion cutoffs apply to it. Each sample visits only the earlier samples that equal it: window × MAX_LAG steps
 * where all samples are equal, and 1/n of that for n equally frequent symbols.
 *
 * @param samples at least `window` + MAX_LAG of them, and at most 65,535; the last ones are looked at
 */
export function bestLag(samples: Uint8Array, window: number): number {
  const matches = matchesByLag(samples.subarray(samples.length - window - MAX_LAG))
  let best = 1
  for (let lag = 2; lag <= MAX_LAG; lag++) if (matches[lag]! > matches[best]!) best = lag
  return best
}

/**
 * `last`: one more than the last index of each value. `before`: for each sample, one more than the index of the last equal sample,
 * or 0. `matches`: see matchesByLag.
 */
const last = new Uint16Array(256)
const before = new Uint16Array(2 ** 16)
const matches = new Uint16Array(MAX_LAG + 1)

/** By lag, how many samples from index MAX_LAG on equal the sample that many places earlier. The next call overwrites the array. */
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
