/** Samples as far back as a lag may be. */
export const MAX_LAG = 128

/**
 * The lag at which most of the last `window` samples equal the sample so much earlier; the shortest of several such. The
 * choice is made on samples before those it predicts: each prediction then holds with a chance of at most 2^−H, so the
 * repetition and proportion cutoffs apply to it. Time: window × MAX_LAG comparisons.
 *
 * @param samples at least `window` + MAX_LAG of them; the last ones are looked at
 */
export function bestLag(samples: Uint8Array, window: number): number {
  let best = 1
  let most = -1
  for (let lag = 1; lag <= MAX_LAG; lag++) {
    const matches = matchesAt(samples, window, lag)
    if (matches > most) {
      most = matches
      best = lag
    }
  }
  return best
}

function matchesAt(samples: Uint8Array, window: number, lag: number): number {
  let matches = 0
  for (let i = samples.length - window; i < samples.length; i++) if (samples[i] === samples[i - lag]) matches++
  return matches
}
