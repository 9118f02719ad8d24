import type { LabPrecondition } from '../../contract/instruments/lab-profile'
import type { InstrumentReading } from '../model/request'

export interface Breach {
  readonly precondition: LabPrecondition
  readonly code: 'sensor_invalid' | 'limit_breached'
  /** Description of the breach with figures. */
  readonly message: string
}

/**
 * Null where the reading meets the precondition. A reading that is missing, too old or without a good status is a breach. `missing`
 * says why the instrument cannot be asked.
 */
export function checkPrecondition(
  precondition: LabPrecondition,
  {
    reading,
    now,
    missing = null,
  }: { readonly reading: InstrumentReading | null; readonly now: number; readonly missing?: string | null },
): Breach | null {
  const { label, instrument, parameter, channel, below, above, max_age_s } = precondition
  const where = `${label}: ${parameter}${channel === null ? '' : ` ${channel}`} of ${instrument}`
  const invalid = (why: string): Breach => ({ precondition, code: 'sensor_invalid', message: `${where} ${why}` })
  if (missing !== null) return invalid(`cannot be read: ${missing}`)
  if (!reading) return invalid('was never read')
  const age_s = (now - reading.at) / 1_000
  if (age_s > max_age_s) return invalid(`was read ${Math.round(age_s)} s ago; at most ${max_age_s} s are allowed`)
  if (reading.status !== 'ok' || typeof reading.value !== 'number') return invalid(`says ${reading.status}`)
  const unit = reading.unit ? ` ${reading.unit}` : ''
  if (reading.unit === 'K' && reading.value === 0) return invalid('reads exactly 0 K, which no sensor can measure')
  const limit = (word: string, figure: number): Breach => ({
    precondition,
    code: 'limit_breached',
    message: `${where} is ${reading.value}${unit}; it must be ${word} ${figure}${unit}`,
  })
  if (below !== null && reading.value >= below) return limit('below', below)
  return above !== null && reading.value <= above ? limit('above', above) : null
}

export interface LimitWatch {
  /** Breaches that have lasted for their `for_s`, each reported once until it ends. */
  look(breaches: readonly Breach[], now: number): Breach[]
}

/** Remembers since when each limit has been breached. */
export function createLimitWatch(): LimitWatch {
  const since = new Map<string, number>()
  const reported = new Set<string>()
  return {
    look(breaches, now) {
      const breached = new Set(breaches.map(({ precondition }) => precondition.id))
      for (const id of since.keys())
        if (!breached.has(id)) {
          since.delete(id)
          reported.delete(id)
        }
      return breaches.filter(({ precondition: { id, for_s } }) => {
        const from = since.get(id) ?? now
        since.set(id, from)
        if (now - from < 1_000 * for_s || reported.has(id)) return false
        reported.add(id)
        return true
      })
    },
  }
}
