import type { WindowOutcome } from '../../../../../main/entropy/generation/health/monitor'

/** The rule by its words: a window is used when it, the two before it and the next have passed. */
export const expectedReleases = (outcomes: readonly WindowOutcome[]) =>
  outcomes.flatMap(({ from, to }, i) => {
    const needed = [i - 2, i - 1, i, i + 1].map(k => outcomes[k]?.passed ?? false)
    return needed.every(Boolean) ? [{ from, to }] : []
  })
