/**
 * Which bit plane holds what. Plane `round × n + position` holds a bit of that round, n = perRound planes a round:
 * a0..a3 and f0..f3 of the flagged extractions, then s0..s3 of the conditional repeat (adaptive correction only). Round
 * 0 is the projection into the code space. After the last round come s0..s3 of the extraction that closes open windows
 * (cyclic-window correction only), then d0..d4, the final data measurements.
 */
import type { PROTOCOLS, RunMode } from '../../contract/model/protocols'
import type { CLOSINGS } from '../../contract/modules/faults'

export type RunProtocol = (typeof PROTOCOLS)[number]

/**
 * Treatment of a window that is still open after the last pass: one conditional extraction closes it, or the shot is
 * discarded.
 */
export type WindowClosing = (typeof CLOSINGS)[number]

export interface PlaneLayout {
  /** Rounds after round 0. */
  readonly rounds: number
  readonly perRound: 8 | 12
  /** Planes of the closing extraction. */
  readonly tail: 0 | 4
  readonly total: number
}

/** In detection mode both protocols are the same flagged passes. */
export const planeLayout = (
  mode: RunMode,
  {
    rounds,
    protocol = 'adaptive',
    closing = 'extraction',
  }: {
    readonly rounds: number
    readonly protocol?: RunProtocol | undefined
    readonly closing?: WindowClosing | undefined
  },
): PlaneLayout => {
  const windows = mode === 'correction' && protocol === 'cyclic-window'
  const perRound = mode === 'correction' && !windows ? 12 : 8
  const tail = windows && closing === 'extraction' ? 4 : 0
  return { rounds, perRound, tail, total: (rounds + 1) * perRound + tail + 5 }
}

const OFFSET = { a: 0, f: 4, s: 8 } as const

export const roundPlane = (
  layout: PlaneLayout,
  { round, kind, generator }: { readonly round: number; readonly kind: 'a' | 'f' | 's'; readonly generator: number },
): number => round * layout.perRound + OFFSET[kind] + generator

/** Plane of an outcome of the extraction that closes open windows. */
export const tailPlane = (layout: PlaneLayout, generator: number): number =>
  (layout.rounds + 1) * layout.perRound + generator

export const dataPlane = (layout: PlaneLayout, qubit: number): number => tailPlane(layout, layout.tail) + qubit

/** For the record: names of one round's planes in order, then of the final ones. */
export const planeNames = ({ perRound, tail }: PlaneLayout): string[] => [
  ...['a', 'f', 's'].flatMap(kind => [0, 1, 2, 3].map(k => `round.${kind}${k}`)).slice(0, perRound),
  ...[0, 1, 2, 3].slice(0, tail).map(k => `final.s${k}`),
  ...[0, 1, 2, 3, 4].map(i => `final.d${i}`),
]
