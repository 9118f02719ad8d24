/** The crossings of one kind of error, and what they say in plain words. */
import type { Estimate } from '../contract/model/primitives'
import type { BreakEvenPoint, Crossing, ErrorKind } from '../contract/runs/studies'
import { crossingOf, type GainAt } from '../qec/statistics/gain-crossing'
import { crossingSeed } from './seeds'

const AGAINST = ['best', 'median'] as const
type Against = (typeof AGAINST)[number]

/** `points` are all of one kind, factors ascending. */
export const crossingsOf = (kind: ErrorKind, points: readonly BreakEvenPoint[], seed: number): Crossing[] =>
  AGAINST.map(against => {
    const gains = points.map(point => ({ factor: point.scale, gain: point[`gain_${against}`].estimate }))
    const { factor, falling } = crossingOf(gains, crossingSeed(seed, kind, against))
    const text =
      falling === null
        ? withoutText(kind, against, gains)
        : `${crossingText(kind, against, factor, falling)}${doubt(gains, factor, falling)}`
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

const shown = (value: number): string => String(Number(value.toPrecision(3)))

const withInterval = ({ value, low, high }: Estimate): string =>
  `${shown(value!)} [${low === null ? 'below the factors asked' : shown(low)}, ${high === null ? 'beyond the factors asked' : shown(high)}]`

function crossingText(kind: ErrorKind, against: Against, factor: Estimate, falling: boolean): string {
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

const showsGain = ({ gain }: GainAt): boolean => gain.low !== null && gain.low > 1
const showsLoss = ({ gain }: GainAt): boolean => gain.high !== null && gain.high < 1

/** What a crossing between factors that chance may have put on their sides has to say of itself; empty where none did. */
function doubt(gains: readonly GainAt[], { value }: Estimate, falling: boolean): string {
  const winning = gains.filter(({ factor }) => factor < value! === falling)
  const losing = gains.filter(({ factor }) => factor < value! !== falling)
  const missing = [...(winning.some(showsGain) ? [] : ['a gain']), ...(losing.some(showsLoss) ? [] : ['a loss'])]
  if (missing.length === 0) return ''
  return `; more shots must confirm it, as no factor shows ${missing.join(' or ')} beyond its interval`
}

function withoutText(kind: ErrorKind, against: Against, gains: readonly GainAt[]): string {
  const known = gains.filter(({ gain }) => gain.value !== null).sort((a, b) => a.gain.value! - b.gain.value!)
  const [least, most] = [known[0], known.at(-1)]
  const range = `factors ${shown(gains[0]!.factor)} to ${shown(gains.at(-1)!.factor)} of ${ERRORS[kind]}`
  const over = `over the ${against} physical qubit`
  if (!least || !most) return `at ${range} no gain ${over} could be told`
  const at = ({ factor, gain }: GainAt) => `${withInterval(gain)} at ${shown(factor)}`
  if (most.gain.value! <= 1)
    return known.every(showsLoss)
      ? `at ${range} there is no gain ${over}; the most is ${at(most)}`
      : `at ${range} no gain ${over} is shown, nor is it excluded everywhere; the most is ${at(most)}`
  if (least.gain.value! > 1)
    return known.every(showsGain)
      ? `at ${range} there is a gain ${over}; the least is ${at(least)}`
      : `at ${range} the gain ${over} cannot be told from 1 everywhere; the least is ${at(least)}`
  return `at ${range} the gain ${over} is not known where it would cross 1; known are ${at(least)} to ${at(most)}`
}
