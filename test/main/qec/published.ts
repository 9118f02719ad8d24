import {
  chainedRound,
  chaoReichardtPlan,
  chaoReichardtRates,
  judgeRound,
} from '../../../main/qec/experiment/chao-reichardt'
import { strideOf } from '../../../main/qec/experiment/frame'
import { enumerateFaults } from '../../../main/qec/proof/faults'
import { compileRound } from '../../../main/qec/schedule/compile'
import { clopperPearson } from '../../../main/qec/statistics/intervals'
import type { Simulator } from '../../../main/simulation/simulator'
import { NO_TIME } from './rounds'

export const PUBLISHED_ROUND = compileRound(chaoReichardtPlan(), NO_TIME)
export const PUBLISHED_REPORT = enumerateFaults(PUBLISHED_ROUND, 'adaptive')

/** Logical error per round as published, with its interval; the break-even γ and the coefficient of γ² from a clean state. */
export const PUBLISHED = {
  rates: [
    { gamma: 1e-2, value: 0.02864, low: 0.02845, high: 0.02883 },
    { gamma: 10 ** -2.5, value: 0.003198, low: 0.003135, high: 0.003263 },
  ],
  breakEven: 3.1e-3,
  secondOrder: 288.96,
} as const

export interface Measured {
  readonly failures: number
  /** Shots times rounds. */
  readonly trials: number
  readonly value: number
  readonly low: number
  readonly high: number
  readonly seed: bigint
}

/** Failures per round over `rounds` rounds in a row of `shots` shots; the first rounds, from a clean state, are left out. */
export async function errorPerRound(
  simulator: Simulator,
  gamma: number,
  shots: number,
  rounds: number,
  warmUp = 5,
): Promise<Measured> {
  const program = chainedRound(PUBLISHED_ROUND, chaoReichardtRates(gamma))
  const seed = BigInt(Math.floor(Math.random() * 2 ** 48))
  let frames: readonly Uint8Array[] = Array.from({ length: 10 }, () => new Uint8Array(strideOf(shots)))
  let failures = 0
  for (let round = 0; round < rounds + warmUp; round++) {
    const sampled = await simulator.sampleFrames(program, shots, seed + BigInt(round), frames)
    const judged = judgeRound(sampled, PUBLISHED_REPORT)
    frames = judged.next
    if (round >= warmUp) failures += judged.failures
  }
  const trials = rounds * shots
  const { value, low, high } = clopperPearson(failures, trials)
  return { failures, trials, value: value!, low: low!, high: high!, seed }
}
