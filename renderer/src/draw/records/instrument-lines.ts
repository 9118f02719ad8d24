/** Instruments and sequencers of a record in words. Version 1 names them, version 2 says what each was and did. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { STATE_TEXT } from '../../../../main/contract/model/protocols'
import { plusMinus } from '../../../../main/contract/numbers/interval-text'
import type { ControlInstrument, PlayedProgram, UsedSequencer } from '../../../../main/contract/runs/machine'
import type { MeasuredRecord, PartialRecord, RunRecord } from '../../../../main/contract/runs/record'
import { count, countWithNoun, estimate, nanoseconds, percent } from '../format/quantity'

const simulatedText = (simulated: boolean) => (simulated ? ', SIMULATED' : '')
const hashText = (sha256: string | null) => (sha256 === null ? 'not read' : sha256.slice(0, 12))
const errorsText = (errors: readonly string[]) => (errors.length === 0 ? 'error queue empty' : errors.join('; '))

/** Label, id, and identity as reported. */
const identityText = (
  of: Pick<ControlInstrument, 'id' | 'label' | 'vendor' | 'model' | 'serial_number' | 'firmware'>,
) =>
  `${of.label} (${of.id}): ${of.vendor} ${of.model}, serial number ${of.serial_number}, firmware ${of.firmware ?? 'not reported'}`

/** Two lines of one instrument; its name alone in a record of version 1. */
export function controlInstrumentLines(of: string | ControlInstrument): string[] {
  if (typeof of === 'string') return [of]
  const changed = of.changed.map(({ parameter, channel }) => `${parameter}${channel === null ? '' : ` ${channel}`}`)
  return [
    `${identityText(of)}, ${of.role} over ${of.transport}${simulatedText(of.simulated)}`,
    `${of.id}: driver ${of.driver.id} ${hashText(of.driver.sha256)}; ${of.leased ? 'leased' : 'not leased'}; settings ${hashText(of.snapshot_start)} → ${hashText(of.snapshot_end)}${changed.length > 0 ? `, changed: ${changed.join(', ')}` : ''}; ${errorsText(of.errors)}`,
  ]
}

/** Lines about one sequencer: identity, error queue, and one line for each program that it executed. */
export const sequencerLines = (of: string | UsedSequencer): string[] =>
  typeof of === 'string' ? [of] : [...sequencerIdentityLines(of), ...of.programs.map(programLine)]

export const sequencerIdentityLines = (of: UsedSequencer): string[] => [
  `${identityText(of)}, slot ${of.slot}, sequencer ${of.sequencer}, profile ${of.profile}, over ${of.transport}${simulatedText(of.simulated)}`,
  `${of.id}: driver ${of.driver.id} ${hashText(of.driver.sha256)}; before: ${errorsText(of.errors_start)}; after: ${errorsText(of.errors_end)}`,
]

export function programLine({ name, sha256, bytes, shots, lost, batches, timing }: PlayedProgram): string {
  const flags = [...new Set(batches.flatMap(batch => batch.flags))]
  return [
    `${name}: program ${hashText(sha256)}, ${count(bytes)} B`,
    `${countWithNoun(shots, 'shot')} in ${countWithNoun(batches.length, 'batch')}`,
    `lost ${count(lost.invalid)} invalid, ${count(lost.feedback_mismatch)} feedback mismatch`,
    ...(timing ? [`round ${nanoseconds(timing.value_ns)} (${timing.source}, n = ${count(timing.n)})`] : []),
    ...(flags.length > 0 ? [`flags ${flags.join(', ')}`] : []),
  ].join('; ')
}

/** In one cell of a table: `none`, or each with its serial number. */
export const usedText = (all: readonly (string | Pick<ControlInstrument, 'label' | 'serial_number' | 'simulated'>)[]) =>
  all
    .map(each =>
      typeof each === 'string' ? each : `${each.label} ${each.serial_number}${simulatedText(each.simulated)}`,
    )
    .join('; ') || 'none'

/** Timing of the rounds by the device's clock; nothing where the compiled length is used. */
export function timedText(
  of: RunRecord['round_duration_measured'] | MeasuredRecord['round_duration_measured'],
): string[] {
  if (!('compiled_ns' in of)) return []
  const range = of.min_ns === null ? '' : `, ${nanoseconds(of.min_ns)} to ${nanoseconds(of.max_ns)}`
  return [`compiled ${nanoseconds(of.compiled_ns)}; ${count(of.n)} rounds timed${range}`]
}

type MeasuredRecordPart = Pick<MeasuredRecord | PartialRecord, 'assignment' | 'order' | 'lost_shots' | 'complete'>

/** Fields that only device runs record, complete or ended early. */
export const measuredFields = ({ assignment, order, lost_shots, complete }: MeasuredRecordPart) => [
  { field: 'complete', lines: [complete ? 'yes: every circuit has its shots' : 'no: it ended early'] },
  { field: 'lost_shots', lines: [lostText(lost_shots)] },
  { field: 'assignment', lines: assignment.length === 0 ? ['none'] : assignment.map(assignmentLine) },
  {
    field: 'order',
    lines: order.map(
      ({ kind, state, rounds, shots }) =>
        `${kind}, |${STATE_TEXT[state]}⟩, R = ${rounds}: ${countWithNoun(shots, 'shot')}`,
    ),
  },
]

/** Numbers of lost shots, which are left out of every figure. */
export const lostText = ({ invalid, feedback_mismatch }: MeasuredRecordPart['lost_shots']): string =>
  `${count(invalid)} invalid, ${count(feedback_mismatch)} feedback mismatch`

export const assignmentLine = ({
  qubit,
  shots,
  read_1_of_0,
  read_0_of_1,
  iq,
  mismatch,
}: MeasuredRecordPart['assignment'][number]) =>
  [
    `qubit ${qubit}, ${count(shots)} shots of each: read 1 of 0 ${estimate(read_1_of_0)} (expected ${percent(read_1_of_0.expected)})`,
    `read 0 of 1 ${estimate(read_0_of_1)} (expected ${percent(read_0_of_1.expected)})${mismatch ? '; beyond 5 σ' : ''}`,
    ...(iq ? [`turned by ${measured(iq.rotation_deg, '°')}, threshold ${measured(iq.threshold, '')}`] : []),
  ].join(', ')

/** With half the width of its interval: `137.50 ± 0.20°`. */
function measured({ value, low, high }: Estimate, unit: string): string {
  if (value === null || low === null || high === null) return 'unknown'
  return plusMinus(value, (high - low) / 2, { suffix: unit, factor: 1 })
}
