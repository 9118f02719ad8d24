/** The crossings of one kind of error, and their meaning in plain words. */
import type { Estimate } from '../contract/model/primitives'
import { intervalParts, PLAIN_NUMBER } from '../contract/numbers/interval-text'
import { significant } from '../contract/numbers/number-text'
import type { Gain } from '../contract/runs/comparison'
import type { BreakEvenPoint, Crossing, ErrorKind } from '../contract/runs/studies'
import { crossingOf, type GainAt } from '../qec/statistics/gain-crossing'
import { crossingSeed } from './checked-request'

const AGAINST = ['best', 'median'] as const satisfies readonly Crossing['against'][]

/**
 * The verdict on a gain over the best qubit concerns all qubits; it cannot be read from the interval of one qubit's
 * gain.
 */
interface GainWithVerdict extends GainAt {
  readonly verdict: Gain['verdict']
}

/** `points` are all of one kind, factors ascending. */
export const crossingsOf = (kind: ErrorKind, points: readonly BreakEvenPoint[], seed: number): Crossing[] =>
  AGAINST.map(against => {
    const gains = points.map((point): GainWithVerdict => {
      const { estimate, verdict } = point[`gain_${against}`]
      return { factor: point.scale, gain: estimate, verdict }
    })
    const { factor, falling } = crossingOf(gains, crossingSeed(seed, kind, against))
    const text =
      falling === null
        ? withoutText(kind, against, gains)
        : `${crossingText(kind, against, { factor, falling })}${confirmationText(gains, factor, falling)}`
    return { kind, against, factor, text }
  })

const ERRORS: Record<ErrorKind, string> = {
  all: 'all errors',
  two_qubit: 'two-qubit errors',
  single_qubit: 'single-qubit errors',
  readout: 'readout errors',
  reset: 'reset errors',
  idle: 'idle errors',
}

function withInterval(factor: Estimate): string {
  const [value, low, high] = intervalParts(factor, PLAIN_NUMBER)
  return `${value} [${low ?? 'below the factors asked'}, ${high ?? 'beyond the factors asked'}]`
}

function crossingText(
  kind: ErrorKind,
  against: Crossing['against'],
  { factor, falling }: { readonly factor: Estimate; readonly falling: boolean },
): string {
  const [errors, at] = [ERRORS[kind], withInterval(factor)]
  const fewer = factor.value! < 1
  const over = `over the ${against} physical qubit`
  if (falling)
    return fewer
      ? `${errors} must fall to ${at} of what they are for a gain ${over}`
      : `there is a gain ${over} until ${errors} grow to ${at} times what they are`
  return fewer
    ? `there is a gain ${over} until ${errors} fall to ${at} of what they are, below which the physical qubit wins`
    : `there is a gain ${over} once ${errors} grow to ${at} times what they are, as the physical qubit suffers more`
}

const showsGain = ({ verdict }: GainWithVerdict): boolean => verdict === 'gain'
const showsLoss = ({ verdict }: GainWithVerdict): boolean => verdict === 'no_gain'

/** Text on how sure the sides of a crossing's neighbouring factors are; empty where chance hardly matters. */
function confirmationText(gains: readonly GainWithVerdict[], { value }: Estimate, falling: boolean): string {
  const winning = gains.filter(({ factor }) => factor < value! === falling)
  const losing = gains.filter(({ factor }) => factor < value! !== falling)
  const missing = [...(winning.some(showsGain) ? [] : ['a gain']), ...(losing.some(showsLoss) ? [] : ['a loss'])]
  if (missing.length === 0) return ''
  return `; more shots must confirm it, as no factor shows ${missing.join(' or ')} beyond chance`
}

function withoutText(kind: ErrorKind, against: Crossing['against'], gains: readonly GainWithVerdict[]): string {
  const known = gains.filter(({ gain }) => gain.value !== null).sort((a, b) => a.gain.value! - b.gain.value!)
  const [least, most] = [known[0], known.at(-1)]
  const range = `factors ${significant(gains[0]!.factor)} to ${significant(gains.at(-1)!.factor)} of ${ERRORS[kind]}`
  const over = `over the ${against} physical qubit`
  if (!least || !most)
    return gains.every(showsLoss)
      ? `at ${range} there is no gain ${over}, though no factor has a figure for it`
      : `at ${range} no gain ${over} could be determined`
  const at = ({ factor, gain }: GainAt) => `${withInterval(gain)} at ${significant(factor)}`
  if (most.gain.value! <= 1)
    return known.every(showsLoss)
      ? `at ${range} there is no gain ${over}; the most is ${at(most)}`
      : `at ${range} no gain ${over} is shown, nor is it excluded everywhere; the most is ${at(most)}`
  if (least.gain.value! > 1)
    return known.every(showsGain)
      ? `at ${range} there is a gain ${over}; the least is ${at(least)}`
      : `at ${range} the gain ${over} cannot be distinguished from 1 everywhere; the least is ${at(least)}`
  return `at ${range} the gain ${over} is not known where it would cross 1; known are ${at(least)} to ${at(most)}`
}
