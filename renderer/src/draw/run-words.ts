/** What a run's gain, status and acceptance mean, in words an engineer can quote. */
import type { Gain } from '../../../main/contract/comparison'
import type { RunMode } from '../../../main/contract/model/protocols'
import type { RunStatus } from '../../../main/contract/runs/run'
import { ABSENT, estimate, significant, times } from './format/quantity'

export const TERMINAL_RUN: readonly RunStatus[] = ['COMPLETED', 'FAILED', 'ABORTED']
export const isFinished = (run: { status: RunStatus }) => TERMINAL_RUN.includes(run.status)

export const VERDICT_WORDS: Record<Gain['verdict'], string> = {
  gain: 'Gain',
  no_gain: 'No gain',
  inconclusive: 'Inconclusive',
}

/** The gain with its interval; a gain of unknown errors is no figure, never 0. */
export const gainFigure = ({ estimate: figure }: Gain) =>
  figure.value === null ? 'no figure' : estimate(figure, times)

/** The verdict as a sentence, which names what was compared and why the verdict is what it is. */
export function gainSentence(gain: Gain, against: 'best' | 'median'): string {
  const qubit = `the ${against} physical qubit`
  if (gain.estimate.value === null)
    return `No figure: an error could not be determined, so there is nothing to compare with ${qubit}.`
  const figure = `ε_physical / ε_logical = ${gainFigure(gain)}`
  if (gain.verdict === 'gain') return `Encoding helps against ${qubit}: ${figure}; the interval lies above 1.`
  if (gain.verdict === 'no_gain')
    return `Encoding does not help against ${qubit}: ${figure}; the interval lies below 1.`
  return `Not decided against ${qubit}: ${figure}; the interval contains 1. ${remedyOf(gain)}`
}

/** Next to a lost signal the likeliest value and the interval come apart. */
function remedyOf({ estimate: { value, low, high } }: Gain): string {
  const apart = value !== null && low !== null && high !== null && (value < low || value > high)
  return apart
    ? 'The likeliest value lies outside the interval: too little of the state survives to fix it.'
    : 'More shots would narrow it.'
}

export const MODE_WORDS: Record<RunMode, string> = {
  correction: 'Correction: every shot is decoded and kept',
  detection: 'Detection: shots with any trigger are discarded',
}

export const STATE_WORDS = { '0': '0', '1': '1', '+': '+', '-': '−', i: '+i', '-i': '−i' } as const

/** `1, 2, 4`; long lists end with how many there are. */
export function roundsText(rounds: readonly number[]): string {
  if (rounds.length <= 6) return rounds.join(', ')
  return `${rounds.slice(0, 5).join(', ')}, … ${rounds.at(-1)} (${rounds.length} lengths)`
}

/** Probability that no trigger comes in `rounds` rounds, were each round independent. */
export const predictedAcceptance = (perRound: number, rounds: number) => perRound ** rounds

/** Seconds in words. */
export function elapsed(from: string | null, to: string | null): string {
  if (from === null || to === null) return ABSENT
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000
  return seconds < 60 ? `${significant(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
