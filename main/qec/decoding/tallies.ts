/** Flags and triggers counted over shots; the counts of pieces of a run add up. */

/** Bytes [from, to) of every plane; `from` is a multiple of 4. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** One generator's flag over all rounds after round 0. */
export interface FlagCount {
  readonly executed: number
  readonly raised: number
}

export interface Tallies {
  readonly shots: number
  readonly flags: readonly FlagCount[]
  /** Rounds whose first trigger came at generator k, summed over the shots. */
  readonly triggers: readonly number[]
}

export const NO_TALLIES: Tallies = {
  shots: 0,
  triggers: [0, 0, 0, 0],
  flags: [0, 1, 2, 3].map(() => ({ executed: 0, raised: 0 })),
}

export const addTallies = (a: Tallies, b: Tallies): Tallies => ({
  shots: a.shots + b.shots,
  triggers: a.triggers.map((count, k) => count + b.triggers[k]!),
  flags: a.flags.map(({ executed, raised }, k) => ({
    executed: executed + b.flags[k]!.executed,
    raised: raised + b.flags[k]!.raised,
  })),
})
