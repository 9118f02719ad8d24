/** Verifying pulses that follow one another, and skip lists from a later pulse to an earlier one. */
import { type BeaconPulse, PULSE_LINKS, type PulseLink } from '../../../contract/entropy/pulse'
import { type ChainEnd, chainEnd, isSamePeriod, linkedIndex, PULSE_STATUS, type PulseFault } from './pulse'
import { linkOf, precommitment } from './pulse-bytes'

/** First pulses of the periods; null where the given pulses do not show them. */
type Firsts = { [K in keyof ChainEnd['firsts']]: ChainEnd['firsts'][K] | null }

/** Fault of the next pulse of a chain; null where it continues the chain. */
export type ChainChecker = (next: BeaconPulse) => PulseFault | null

/**
 * Takes the pulses of a chain one after the other, each checked by itself already, and reports what is wrong between them. `whole`:
 * the pulses must begin with the first of a chain.
 */
export function createChainChecker(whole = false): ChainChecker {
  let [last, firsts] = [null as BeaconPulse | null, null as Firsts | null]
  return next => {
    const fault = last ? stepFault(last, next, firsts!) : firstFault(next, whole)
    const goesOn = last !== null && fault === null && next.chainIndex === last.chainIndex
    firsts = goesOn ? firstsAfter(firsts!, last!, next) : firstsAt(next)
    last = next
    return fault
  }
}

const firstsAt = (pulse: BeaconPulse): Firsts =>
  pulse.pulseIndex === 1 ? chainEnd(null, pulse).firsts : { hour: null, day: null, month: null, year: null }

function firstsAfter(firsts: Firsts, last: BeaconPulse, next: BeaconPulse): Firsts {
  const after = (unit: keyof Firsts) => (isSamePeriod(unit, last.timeStamp, next.timeStamp) ? firsts[unit] : next)
  return { hour: after('hour'), day: after('day'), month: after('month'), year: after('year') }
}

const named = ({ chainIndex, pulseIndex }: BeaconPulse): string => `pulse ${chainIndex}/${pulseIndex}`

function firstFault(first: BeaconPulse, whole: boolean): PulseFault | null {
  if (whole && first.pulseIndex > 1)
    return { code: 'pulse_missing', message: `the pulses before ${named(first)} are not here` }
  return statusFault(null, first)
}

function stepFault(last: BeaconPulse, next: BeaconPulse, firsts: Firsts): PulseFault | null {
  if (next.chainIndex > last.chainIndex && next.pulseIndex === 1) return statusFault(null, next)
  if (next.chainIndex !== last.chainIndex || next.pulseIndex !== last.pulseIndex + 1)
    return { code: 'pulse_missing', message: `${named(next)} does not come right after ${named(last)}` }
  if (linkOf(next, 'previous').value !== last.outputValue)
    return {
      code: 'pulse_link_mismatch',
      message: `${named(next)} links to another output than that of ${named(last)}`,
    }
  if (precommitment(next.localRandomValue) !== last.precommitmentValue)
    return {
      code: 'pulse_precommitment_mismatch',
      message: `${named(last)} committed to another value than ${named(next)} has`,
    }
  return timeFault(last, next) ?? statusFault(last, next) ?? periodFault(last, next, firsts)
}

function timeFault(last: BeaconPulse, next: BeaconPulse): PulseFault | null {
  const elapsed = Date.parse(next.timeStamp) - Date.parse(last.timeStamp)
  if (elapsed >= last.period && elapsed % last.period === 0) return null
  return { code: 'pulse_time_wrong', message: `${named(next)} comes ${elapsed} ms after ${named(last)}` }
}

function statusFault(last: BeaconPulse | null, next: BeaconPulse): PulseFault | null {
  const elapsed = last ? Date.parse(next.timeStamp) - Date.parse(last.timeStamp) : null
  if (elapsed === null && next.pulseIndex > 1) return null
  const { first_of_chain, after_gap, in_chain } = PULSE_STATUS
  const due = elapsed === null ? first_of_chain : elapsed > next.period ? after_gap : in_chain
  if (next.statusCode === due) return null
  return { code: 'pulse_status_wrong', message: `${named(next)} has the status ${next.statusCode} instead of ${due}` }
}

/**
 * Fault of the links to the first pulses of hour, day, month and year. Where a first pulse is unknown, the link must equal that of
 * the last pulse, or lead to the last pulse.
 */
function periodFault(last: BeaconPulse, next: BeaconPulse, firsts: Firsts): PulseFault | null {
  const wrong = (Object.keys(firsts) as (keyof Firsts)[]).find(unit => {
    const { uri, value } = linkOf(next, unit)
    const before = linkOf(last, unit)
    const due = firsts[unit] ? [firsts[unit]] : [last, { uri: before.uri, outputValue: before.value }]
    return !due.some(one => one.outputValue === value && one.uri === uri)
  })
  return wrong ? { code: 'pulse_link_mismatch', message: `the ${wrong} link of ${named(next)} leads elsewhere` } : null
}

/**
 * The fewest pulses that connect `from` to the earlier pulse `to` of its chain, both included: at each, the link that goes back
 * furthest without passing `to`. Throws a RangeError where `read` does not have a pulse on the way.
 */
export function skipList(from: BeaconPulse, to: number, read: (index: number) => BeaconPulse | null): BeaconPulse[] {
  if (!Number.isSafeInteger(to) || to < 1 || to > from.pulseIndex)
    throw new RangeError(`no way back from pulse ${from.pulseIndex} to ${to}`)
  const way = [from]
  for (let at = from; at.pulseIndex > to; ) {
    const targets = PULSE_LINKS.map(type => linkedIndex(linkOf(at, type).uri)).filter(index => index !== null)
    const next = read(Math.min(...targets.filter(index => index >= to)))
    if (!next || next.pulseIndex >= at.pulseIndex) throw new RangeError(`no pulse to go on from ${named(at)}`)
    way.push(next)
    at = next
  }
  return way
}

/** Fault in the links from a later pulse to an earlier one; each pulse has been checked by itself. */
export function skipListFault(pulses: readonly BeaconPulse[]): PulseFault | null {
  for (const [at, next] of pulses.entries()) {
    const last = pulses[at - 1]
    if (!last) continue
    const link = PULSE_LINKS.find((type: PulseLink) => linkOf(last, type).value === next.outputValue)
    if (!link || next.chainIndex !== last.chainIndex || next.pulseIndex >= last.pulseIndex)
      return { code: 'pulse_link_mismatch', message: `${named(last)} has no link to ${named(next)}` }
  }
  return null
}
