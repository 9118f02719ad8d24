/** What a run's gain, status and acceptance mean, in words an engineer can quote, and the address that shows the run. */
import { estimateForm } from '../../../../main/contract/model/estimate-bounds'
import type { RunMode } from '../../../../main/contract/model/protocols'
import { boundOfInterval, RATIO } from '../../../../main/contract/numbers/interval-text'
import { significant } from '../../../../main/contract/numbers/number-text'
import { type AgainstAll, GAIN_LEVEL, type Gain } from '../../../../main/contract/runs/comparison'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Run } from '../../../../main/contract/runs/run'
import { shortId } from '../format/job-and-run-text'
import { estimate, NO_VALUE } from '../format/quantity'

export const VERDICT_TEXT: Record<Gain['verdict'], string> = {
  gain: 'Gain',
  no_gain: 'Loss',
  inconclusive: 'Inconclusive',
}

/** The gain with its interval, or the bound that is known of it; a gain of unknown errors is no figure, never 0. */
export const gainFigure = ({ estimate: figure }: Gain) =>
  estimateForm(figure).kind === 'nothing' ? 'no figure' : estimate(figure, RATIO)

/** `0.330 [0.297, 0.363] ×, loss`, or its bound; digits as everywhere. */
export const gainText = (gain: Gain) => `${gainFigure(gain)}, ${VERDICT_TEXT[gain.verdict].toLowerCase()}`

/** The verdict as a sentence, which names what was compared and why the verdict is what it is. */
export function gainSentence(gain: Gain, against: 'best' | 'median'): string {
  const qubit = `the ${against} physical qubit`
  const known = figureOf(gain)
  const reason = gain.against ? ` ${reasonOf(gain.verdict, gain.against)}` : ''
  if (known === null)
    return `No figure: an error could not be determined, so there is nothing to compare with ${qubit}.${reason}`
  const { figure, lies } = known
  if (gain.verdict === 'gain') return `Encoding helps against ${qubit}: ${figure}${lies('above')}.${reason}`
  if (gain.verdict === 'no_gain') return `Encoding loses against ${qubit}: ${figure}${lies('below')}.${reason}`
  return `Not decided against ${qubit}: ${figure}${openOf(gain)}${reason}`
}

/** What the verdict rests on, by the qubits that decide it. The record's own text has levels and corrections. */
function reasonOf(verdict: Gain['verdict'], against: AgainstAll): string {
  const { without_figure } = against
  const rules = {
    gain: [gainHolds(against)],
    no_gain: [lossHolds(against)],
    inconclusive: [gainOpen(against), lossOpen(against)],
  }[verdict]
  return [...rules, ...(without_figure === 0 ? [] : [boundsCount(against)])].join(' ')
}

function boundsCount({ qubits, without_figure }: AgainstAll): string {
  const which = without_figure === qubits ? allQubits(qubits) : `${without_figure} of the ${qubits} physical qubits`
  return without_figure === 1
    ? `The error of ${which} has bounds only; its lower bound counts.`
    : `The errors of ${which} have bounds only; their lower bounds count.`
}

const allQubits = (qubits: number) => (qubits === 1 ? 'the one physical qubit' : `all ${qubits} physical qubits`)

const gainHolds = ({ qubits, least }: AgainstAll) =>
  `The gain holds against ${allQubits(qubits)}: the ratio is smallest for qubit ${least?.qubit}, and at least ${bound(least)} there, at ${LEVEL}.`

const lossHolds = (against: AgainstAll) =>
  `One better qubit is enough for a loss: for qubit ${against.most?.qubit} the ratio is at most ${bound(against.most)}, ${jointly(against)}.`

const gainOpen = ({ qubits, least }: AgainstAll) =>
  `A gain has to hold against ${allQubits(qubits)}, ${
    least
      ? `and for qubit ${least.qubit} the ratio may be as low as ${bound(least)}, at ${LEVEL}`
      : 'and nothing bounds the ratio from below'
  }.`

const lossOpen = (against: AgainstAll) =>
  `For a loss one better qubit is enough, ${
    against.most
      ? `but the smallest upper bound of the ratio is ${bound(against.most)}, for qubit ${against.most.qubit}, ${jointly(against)}`
      : 'but nothing bounds the ratio from above'
  }.`

/** Level of one one-sided bound. */
const LEVEL = `${significant(100 * (1 - GAIN_LEVEL))} %`

/** The bound of a loss is lower than that of its qubit alone would be, as it holds for all qubits with a figure together. */
function jointly({ qubits, without_figure }: AgainstAll): string {
  const figures = qubits - without_figure
  if (figures === 1) return `at ${LEVEL}`
  return `at ${LEVEL} jointly over ${without_figure === 0 ? `all ${figures} qubits` : `the ${figures} qubits with a figure`}`
}

const bound = (of: AgainstAll['least']) => (of === null ? NO_VALUE : significant(of.bound))

/** The figure or the bound, and how an interval is said to lie; null where neither is known. */
function figureOf(gain: Gain): { figure: string; lies: (side: 'above' | 'below') => string } | null {
  const { value, low, high } = gain.estimate
  const oneSided = boundOfInterval(gain.estimate, RATIO)
  if (oneSided !== null)
    return { figure: `ε_physical / ε_logical ${oneSided}, a bound without a figure`, lies: () => '' }
  if (value === null && (low === null || high === null)) return null
  const lies = (side: 'above' | 'below') =>
    (side === 'above' ? low !== null && low > 1 : high !== null && high < 1) ? `; the interval lies ${side} 1` : ''
  return { figure: `ε_physical / ε_logical = ${estimate(gain.estimate, RATIO)}`, lies }
}

/** Why a verdict stays open. An interval may leave 1 out and the verdict, which asks for more, be open all the same. */
function openOf(gain: Gain): string {
  const { value, low, high } = gain.estimate
  if (value === null) return '.'
  const contains = low !== null && high !== null && low <= 1 && high >= 1
  return `${contains ? '; the interval contains 1' : ''}. ${remedyOf(gain)}`
}

/** Where the signal is nearly lost, the most likely value may lie outside the interval. */
function remedyOf({ estimate: { value, low, high } }: Gain): string {
  const apart = value !== null && low !== null && high !== null && (value < low || value > high)
  return apart
    ? 'The most likely value lies outside the interval: too little of the state survives to determine it.'
    : 'More shots would narrow it.'
}

export const MODE_TEXT: Record<RunMode, string> = {
  correction: 'Correction: every shot is decoded and kept',
  detection: 'Detection: shots with any trigger are discarded',
}

/** `1, 2, 4`; long lists end with how many there are. */
export function roundsList(rounds: readonly number[]): string {
  if (rounds.length <= 6) return rounds.join(', ')
  return `${rounds.slice(0, 5).join(', ')}, … ${rounds.at(-1)} (${rounds.length} lengths)`
}

/** Time from one timestamp to the other: `12.3 s`, `2 min 5 s`. */
export function elapsed(from: string | null, to: string | null): string {
  if (from === null || to === null) return NO_VALUE
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000
  return seconds < 60 ? `${significant(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** The look of a verdict; its word stands beside it always. */
export const GAIN_INTENTS = { gain: 'ok', no_gain: 'bad', inconclusive: 'warn' } as const satisfies Record<
  Gain['verdict'],
  string
>

/** Names that distinguish runs; the id alone is unique. */
export const runName = ({ run_id, chiplet, decoder }: Pick<RunRecord, 'run_id' | 'chiplet' | 'decoder'>) =>
  `${shortId(run_id)} (${chiplet}, ${decoder})`

/** The service files runs under their module, so that the address of a run carries both. */
export type RunKey = Readonly<Pick<Run, 'backend_id' | 'logical_id' | 'run_id'>>

export const addressOfRun = (run: RunKey) =>
  `/runs/${run.run_id}?backend=${encodeURIComponent(run.backend_id)}&module=${encodeURIComponent(run.logical_id)}`
