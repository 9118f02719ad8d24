/**
 * Time in the prices of the search. The idling error of data sites is concave in the length of a round, so that between two
 * lengths it lies on or above its chord: charging each nanosecond the slope of the chord gives a lower bound.
 */
import { idleOf, idleRate } from '../bounds/step-prices'
import type { PlacementTask } from './placement-task'

export const idleOfData = ({ context, placement }: PlacementTask, ns: number): number =>
  placement.data.reduce((sum, v) => sum + idleOf(context.figures, v, ns), 0)

/** A straight line below the idling of the data over every length from `from` to `until`. */
export interface Chord {
  /** At `from`. */
  readonly idle: number
  readonly rate: number
  readonly from: number
}

/** Time costs nothing. */
export const TIME_UNCHARGED: Chord = { idle: 0, rate: 0, from: 0 }
/** A nanosecond costs 1. */
export const TIME_ONLY: Chord = { idle: 0, rate: 1, from: 0 }

export function chordOf(task: PlacementTask, from: number, until: number): Chord {
  const { context, placement } = task
  const rate = placement.data.reduce((sum, v) => sum + idleRate(context.figures, v, from, until), 0)
  return { idle: idleOfData(task, from), from, rate }
}
