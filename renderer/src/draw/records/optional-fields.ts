/** Optional fields of a record, in words. */
import { STATE_TEXT } from '../../../../main/contract/model/protocols'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { confidence, count, estimate, nanoseconds, percent } from '../format/quantity'
import { replayedText } from '../runs/replay-text'
import { decoderName } from './redecoding'

export interface OptionalField {
  readonly field: 'preparation' | 'dd' | 'decoders' | 'replay'
  readonly lines: readonly string[]
}

/** The optional fields that this record has, by their wire names, with a line for each part. */
export const optionalFields = ({ preparation, dd, decoders, replay }: RunRecord): OptionalField[] => [
  ...(preparation ? [{ field: 'preparation' as const, lines: preparationLines(preparation) }] : []),
  ...(dd ? [{ field: 'dd' as const, lines: ddLines(dd) }] : []),
  ...(decoders ? [{ field: 'decoders' as const, lines: decoders.map(decoderLine) }] : []),
  ...(replay ? [{ field: 'replay' as const, lines: replayLines(replay) }] : []),
]

const ddLines = ({ sequence, data, text }: NonNullable<RunRecord['dd']>) => [
  `${sequence}: ${text}`,
  ...data.map(each => {
    const windows = `${each.windows_decoupled} of ${each.windows} windows, ${count(each.pulses)} pulses`
    const error = `${percent(each.idle_error_before)} → ${percent(each.idle_error_after)}`
    return `${each.data}: ${windows}, idle error ${error} (T2 basis: ${each.t2_basis})`
  }),
]

const preparationLines = (of: NonNullable<RunRecord['preparation']>) => [
  `${count(of.attempts_made)} attempts made, at most ${of.attempts_allowed} for a shot; ${count(of.shots_unserved)} shots without an accepted attempt, discarded`,
  `acceptance of an attempt ${estimate(of.acceptance)} (${confidence(of.acceptance)}), predicted ${percent(of.predicted_acceptance)}`,
  `an attempt takes ${nanoseconds(of.attempt_duration_ns)}, an accepted state ${nanoseconds(of.mean_duration_ns)} on average`,
  `${of.cz_count} CZ, ${of.swap_count} SWAPs; ${of.failures} of ${count(of.single_faults)} single faults are accepted with an error of weight above 1`,
]

const decoderLine = ({ decoder, decoder_version, logical_error, points }: OtherDecoding) => {
  const changed = points.reduce((sum, point) => sum + point.changed, 0)
  const shots = changed === 0 ? '' : `; ${count(changed)} shots other than by the run's own`
  return `${decoderName(decoder, decoder_version)}: ${estimate(logical_error)} a round${shots}`
}
type OtherDecoding = NonNullable<RunRecord['decoders']>[number]

const replayLines = ({ of, identical, differing }: NonNullable<RunRecord['replay']>) => [
  `of run ${of}: ${replayedText(identical)}`,
  ...differing.map(({ state, rounds }) => `differs: |${STATE_TEXT[state]}⟩, R = ${rounds}`),
]
