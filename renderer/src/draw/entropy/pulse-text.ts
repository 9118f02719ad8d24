/** Pulses of the beacon in words: what one is, where its links lead, when the next one comes; and its address. */
import type { BeaconInfo } from '../../../../main/contract/entropy/beacon'
import type { BeaconPulse, PulseLink } from '../../../../main/contract/entropy/pulse'
import { PULSE_LINKS } from '../../../../main/contract/entropy/pulse'

const STATUS: Readonly<Record<number, string>> = { 0: 'in the chain', 1: 'first of its chain', 2: 'after a gap' }
export const pulseStatusText = ({ statusCode }: Pick<BeaconPulse, 'statusCode'>): string =>
  STATUS[statusCode] ?? `status ${statusCode}`

const REASONS: Readonly<Record<string, string>> = {
  first: 'the first chain of this service',
  restored: 'the data folder was restored or copied',
  value_lost: 'the value that the last pulse committed to was lost',
  key_lost: 'its key was lost',
  clock_went_back: 'the clock was set back by more than ten minutes',
  period_changed: 'the time between pulses was changed',
}
export const chainReasonText = (reason: string): string => REASONS[reason] ?? reason

/** Milliseconds until the next pulse is due; null before the first one. Negative where it is late. */
export function untilNextPulse({ last_time, period_ms }: Pick<BeaconInfo, 'last_time' | 'period_ms'>, now: number) {
  return last_time === null ? null : Date.parse(last_time) + period_ms - now
}

/** `next pulse in 42 s`; the moment it is due it takes a little while to sign. */
export function countdownText(until_ms: number | null, failing: boolean): string {
  if (until_ms === null) return 'the first pulse comes about a minute after the service started'
  if (until_ms > 0) return `next pulse in ${Math.ceil(until_ms / 1_000)} s`
  return failing || until_ms < -60_000 ? 'the next pulse is late' : 'the next pulse is being signed'
}

export interface ChainLink {
  readonly type: PulseLink
  /** Target of the link, in words. */
  readonly text: string
  /** Null in the first pulse of a chain, which has no pulse before it. */
  readonly pulse: { readonly chain: number; readonly index: number } | null
  readonly output: string
}

const LINK_TEXT: Readonly<Record<PulseLink, string>> = {
  previous: 'the pulse before',
  hour: 'first of the hour',
  day: 'first of the day',
  month: 'first of the month',
  year: 'first of the year',
}

/** Nearest first. */
export const chainLinks = ({ listValues }: Pick<BeaconPulse, 'listValues'>): ChainLink[] =>
  PULSE_LINKS.flatMap(type => {
    const link = listValues.find(each => each.type === type)
    return link ? [{ type, text: LINK_TEXT[type], pulse: placeOf(link.uri), output: link.value }] : []
  })

function placeOf(uri: string | null): ChainLink['pulse'] {
  const [, chain, index] = /\/chain\/(\d+)\/pulse\/(\d+)$/.exec(uri ?? '') ?? []
  return chain === undefined ? null : { chain: Number(chain), index: Number(index) }
}

/** Indexes of the newest pulse and of the ones before it in its chain, newest first. */
export const recentIndexes = (last: number, most: number): number[] =>
  Array.from({ length: Math.min(last, most) }, (_, at) => last - at)

/** Where the page shows one pulse. */
export const pulseAddress = ({ chain, index }: { readonly chain: number; readonly index: number }): string =>
  `/entropy?view=beacon&chain=${chain}&pulse=${index}`
