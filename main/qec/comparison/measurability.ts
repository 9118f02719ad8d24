/** Rounds and shots that would give the logical error a figure, from the predicted signal after one round. */
import { MAX_RUN_SHOTS } from '../../contract/model/protocols'
import { significant, thousands } from '../../contract/numbers/number-text'
import type { Measurable } from '../../contract/runs/survival'
import { CONFIDENCE } from '../statistics/intervals'
import { signal } from '../statistics/likelihood'
import type { Decay } from '../statistics/posterior'

/**
 * Standard deviations of a coin toss by which the signal after one round must exceed 0, so that in four of five runs none
 * of three bases has a likelihood-ratio interval that reaches ½: 1.96 and the 92.8 % point of the normal distribution.
 */
const NEEDED = 1.96 + 1.46

/**
 * Rounds and shots of each state that would give ε_L a figure: R = 0 determines A, and where little signal is left one
 * round says most about ε. `encoded` are draws of the decay, `states` the number of states by basis, `kept` the share of
 * the shots that is kept after one round.
 */
export function measurableBy(
  encoded: readonly Decay[],
  {
    states,
    kept,
    predicted,
  }: { readonly states: readonly number[]; readonly kept: number; readonly predicted: boolean },
): Measurable {
  const source = predicted ? 'as predicted' : 'by the counts of this run'
  if (encoded.length === 0 || kept === 0)
    return { predicted, rounds: null, shots: null, text: `nothing is accepted after a round, ${source}` }
  const signals = (share: number) =>
    states.map((_, b) =>
      quantile(
        encoded.map(({ errors, spams }) => spams[b]! * signal(errors[b]!, 1)),
        share,
      ),
    )
  const shotsFor = (of: readonly number[]) =>
    Math.ceil(Math.max(...of.map((each, b) => NEEDED ** 2 / (each * each * states[b]! * kept))))
  const [low, middle, high] = [signals((1 - CONFIDENCE) / 2), signals(0.5), signals((1 + CONFIDENCE) / 2)]
  const remains = `after one round the weakest basis keeps a signal A(1 − 2ε) of ${least(middle)} [${least(low)}, ${least(high)}], ${source}`
  const [shots, fewest] = [shotsFor(middle), shotsFor(high)]
  if (shotsFor(low) <= MAX_RUN_SHOTS) return { predicted, rounds: 1, shots, text: `${oneRound(shots)}: ${remains}` }
  if (fewest <= MAX_RUN_SHOTS) return { predicted, rounds: 1, shots: null, text: `${open(fewest)}: ${remains}` }
  return {
    predicted,
    rounds: null,
    shots: null,
    text: `${NOTHING}: ${remains}; shorter rounds or smaller errors would`,
  }
}

const oneRound = (shots: number) =>
  `R = 1 with about ${thousands(shots)} shots of each state determine ε_L in four of five runs`

const open = (fewest: number) =>
  `it is open whether any run determines ε_L; R = 1 with ${thousands(fewest)} shots of each state or more might`

const NOTHING =
  `no number of rounds with at most ${thousands(MAX_RUN_SHOTS)} shots of each state, which is what a run takes, determines ε_L on ` +
  'this module as calibrated'

const least = (signals: readonly number[]): string => significant(Math.max(0, Math.min(...signals)), 2)

/** 0 without values. */
const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.round(share * (values.length - 1))] ?? 0
