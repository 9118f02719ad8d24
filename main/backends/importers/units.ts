/** Times as publishers write them, with the unit read from the file and never assumed. */

/** Powers of ten of a second. The micro sign exists twice in Unicode; files have both. */
const POWERS = new Map([
  ['s', 0],
  ['sec', 0],
  ['ms', -3],
  ['us', -6],
  ['\u00b5s', -6],
  ['\u03bcs', -6],
  ['ns', -9],
  ['ps', -12],
])

function factor(unit: string, wanted: number): number | null {
  const power = POWERS.get(unit.toLowerCase())
  return power === undefined ? null : 10 ** (power - wanted)
}

/** Microseconds; null when the unit is not one of time. Braket writes `S` and `uS`, IBM `us`. */
export function toMicroseconds(value: number, unit: string): number | null {
  const by = factor(unit, -6)
  return by === null ? null : value * by
}

/** Nanoseconds; null when the unit is not one of time. */
export function toNanoseconds(value: number, unit: string): number | null {
  const by = factor(unit, -9)
  return by === null ? null : value * by
}

/**
 * The unit of coherence times that a format states nowhere, derived from their size: no superconducting qubit holds for
 * 10 ms, none worth listing for less than 10 ns. null when the values do not settle it.
 */
export function coherenceUnit(values: readonly number[]): 's' | 'us' | null {
  const positive = values.filter(value => value > 0)
  if (positive.length === 0) return null
  if (positive.every(value => value < 0.01)) return 's'
  return positive.every(value => value >= 0.01) ? 'us' : null
}

/** A published date in RFC 3339 UTC; without an offset it is taken as UTC. null when it is not a date. */
export function toUtc(date: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    date.trim(),
  )
  if (match === null) return null
  const [, day = '', time = '00:00:00', offset = 'Z'] = match
  const moment = new Date(`${day}T${time}${offset}`)
  if (Number.isNaN(moment.getTime()) || !isDay(day)) return null
  return moment.toISOString().replace('.000Z', 'Z')
}

/** `Date` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
