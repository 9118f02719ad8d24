/**
 * Which published numbers are not figures but marks. A fidelity of 0.5 or less is no better than chance, an error of
 * exactly 1 and a T1 or T2 of 0 are how publishers mark what is broken or was not measured. The number is kept out of the
 * snapshot, because a sum would take it for a measurement, and stands in `out_of_service` instead.
 */
import { figureName, withUnit } from '../../contract/calibration/figure-names'
import { type FilePosition, invalidFile } from '../files/invalid-file'

export const TIMES = ['t1_us', 't2_us', 't2_echo_us'] as const
export const FIDELITIES = ['fidelity_1q', 'readout_fidelity', 'reset_fidelity'] as const
export const LENGTHS = ['gate_1q_length_ns', 'readout_length_ns', 'reset_length_ns'] as const

/** Values above one second are sentinels: neither a coherence time in microseconds nor a duration in nanoseconds is that long. */
const [SECOND_US, SECOND_NS] = [1e6, 1e9]

/** At or below this a two-outcome measurement or a benchmark says nothing. */
const CHANCE = 0.5

export interface Judged {
  readonly value: number | null
  /** Why the part is dead, null when it is not. */
  readonly reason: string | null
}

/** Whose figure it is and where it stands, for messages. */
export interface FigureOrigin {
  readonly file: string
  readonly where: string
  readonly position: FilePosition | null
}

export interface PublishedFidelity extends FigureOrigin {
  readonly name: string
  readonly value: number | null
  readonly standardError: number | null
}

/** A fidelity, 0..1. Throws `invalid_file` when it lies outside: then the file holds something else, percent for instance. */
export function judgeFidelity({ name, value, standardError, ...origin }: PublishedFidelity): Judged {
  if (value === null) return { value, reason: null }
  if (!(value >= 0 && value <= 1))
    throw invalidFile(
      origin.file,
      origin.position,
      `${figureName(name)} of ${origin.where} is ${value}, outside 0 to 1. Write it as a share, 0.995 for 99.5 %.`,
    )
  if (value > CHANCE) return { value, reason: null }
  return { value: null, reason: `${figureName(name)} ${value}: ${explain(value, standardError)}` }
}

function explain(value: number, standardError: number | null): string {
  if (value === 0) return 'an error of exactly 1 marks it out of service'
  if (standardError !== null && standardError >= 1) return `not measured (standard error ${standardError})`
  return 'no better than chance'
}

/** A coherence time in microseconds. */
export function judgeTime(name: string, value: number | null, { file, where, position }: FigureOrigin): Judged {
  if (value === null) return { value, reason: null }
  if (!Number.isFinite(value)) throw invalidFile(file, position, `${figureName(name)} of ${where} is not a number.`)
  const shown = `${figureName(name)} ${withUnit(name, value)}`
  if (value <= 0) return { value: null, reason: `${shown}: not measured` }
  // One failed fit must not refuse the whole device, nor make its qubit the best.
  return value > SECOND_US
    ? { value: null, reason: `${shown}: longer than a second, so not to be believed` }
    : { value, reason: null }
}

/** Length of an operation in nanoseconds. 0 is a virtual gate or an unset field, and gives null. Throws `invalid_file` above a second. */
export function judgeLength(
  name: string,
  value: number | null,
  { file, where, position }: FigureOrigin,
): number | null {
  if (value === null || !Number.isFinite(value)) return null
  if (value > SECOND_NS)
    throw invalidFile(
      file,
      position,
      `${figureName(name)} of ${where} is ${withUnit(name, value)}, more than a second. Check its unit.`,
    )
  return value > 0 ? value : null
}
