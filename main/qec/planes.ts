/**
 * Which bit plane holds what. Plane `round × n + position` holds a bit of that round, n = perRound planes a round:
 * a0..a3 and f0..f3 of the flagged extractions, then s0..s3 of the conditional repeat (correction only). Round 0 is the
 * projection into the code space. After the last round come d0..d4, the final data measurements.
 */
import type { RunMode } from '../contract/runs'

export interface PlaneLayout {
  /** Rounds after round 0. */
  readonly rounds: number
  readonly perRound: 8 | 12
  readonly total: number
}

export const planeLayout = (mode: RunMode, rounds: number): PlaneLayout => {
  const perRound = mode === 'correction' ? 12 : 8
  return { rounds, perRound, total: (rounds + 1) * perRound + 5 }
}

const OFFSET = { a: 0, f: 4, s: 8 } as const

export const roundPlane = (layout: PlaneLayout, round: number, kind: 'a' | 'f' | 's', generator: number): number =>
  round * layout.perRound + OFFSET[kind] + generator

export const dataPlane = (layout: PlaneLayout, qubit: number): number => (layout.rounds + 1) * layout.perRound + qubit

/** For the record: names of one round's planes in order, then of the final ones. */
export const planeNames = ({ perRound }: PlaneLayout): string[] => [
  ...['a', 'f', 's'].flatMap(kind => [0, 1, 2, 3].map(k => `round.${kind}${k}`)).slice(0, perRound),
  ...[0, 1, 2, 3, 4].map(i => `final.d${i}`),
]
