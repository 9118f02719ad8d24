import type { InstrumentReading } from '../model/reading'

/** A limit on a reading that a run needs, before it and while it goes on. */
export interface Precondition {
  readonly instrument: string
  readonly parameter: string
  readonly channel: string | null
  readonly low?: number
  readonly high?: number
  /** A reading older than this is none. */
  readonly max_age_s: number
  /** How long a breach must last before it counts, while a run goes on. */
  readonly for_s: number
}

export interface Breach {
  readonly precondition: Precondition
  readonly code: 'sensor_invalid' | 'limit_breached'
  /** What and where, with figures. */
  readonly message: string
}

/** Null where the reading meets it. No reading, an old one, one of a sensor that is not well: none of them is a value. */
export function checkPrecondition(
  precondition: Precondition,
  reading: InstrumentReading | null,
  now: number,
): Breach | null {
  const { instrument, parameter, channel, low, high, max_age_s } = precondition
  const where = `${parameter}${channel === null ? '' : ` ${channel}`} of ${instrument}`
  const invalid = (why: string): Breach => ({ precondition, code: 'sensor_invalid', message: `${where} ${why}` })
  if (!reading) return invalid('was never read')
  const age_s = (now - reading.at) / 1_000
  if (age_s > max_age_s) return invalid(`was read ${Math.round(age_s)} s ago; at most ${max_age_s} s are allowed`)
  if (reading.status !== 'ok' || typeof reading.value !== 'number') return invalid(`says ${reading.status}`)
  const unit = reading.unit ? ` ${reading.unit}` : ''
  if (reading.unit === 'K' && reading.value === 0) return invalid('reads exactly 0 K')
  const limit = (word: string, figure: number): Breach => ({
    precondition,
    code: 'limit_breached',
    message: `${where} is ${reading.value}${unit}, ${word} ${figure}${unit}`,
  })
  if (high !== undefined && reading.value > high) return limit('above', high)
  return low !== undefined && reading.value < low ? limit('below', low) : null
}

export interface LimitWatch {
  /** Each look: breaches that have lasted longer than their `for_s`, none of them twice. */
  look(latest: (precondition: Precondition) => InstrumentReading | null, now: number): Breach[]
}

/** Remembers since when each limit has been breached. */
export function createLimitWatch(preconditions: readonly Precondition[]): LimitWatch {
  const since = new Map<Precondition, number>()
  const told = new Set<Precondition>()
  return {
    look: (latest, now) =>
      preconditions.flatMap(precondition => {
        const breach = checkPrecondition(precondition, latest(precondition), now)
        if (!breach) {
          since.delete(precondition)
          told.delete(precondition)
          return []
        }
        const from = since.get(precondition) ?? now
        since.set(precondition, from)
        if (now - from < 1_000 * precondition.for_s || told.has(precondition)) return []
        told.add(precondition)
        return [breach]
      }),
  }
}
