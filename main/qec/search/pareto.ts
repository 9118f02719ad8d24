/** Aims to be made small, in any order, the same for all. */
export type Aims = readonly number[]

/** For each, whether no other is at least as good in every aim and better in one. */
export const paretoFront = (all: readonly Aims[]): boolean[] =>
  all.map(one => !all.some(other => dominates(other, one)))

const dominates = (a: Aims, b: Aims): boolean => a.every((aim, i) => aim <= b[i]!) && a.some((aim, i) => aim < b[i]!)
