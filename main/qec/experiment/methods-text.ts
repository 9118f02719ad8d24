/** How a run prepared, read and decoupled, in the words of its record. */
import type { Warning } from '../../contract/model/primitives'
import { significant } from '../../contract/numbers/number-text'
import { type Readout, readoutMethod } from '../code/logical-readout'
import { pauliString } from '../code/pauli'
import type { RefocusedT2 } from '../noise/transform'
import { ENCODING_METHOD } from '../program/product-state'
import type { DdSequence, DecouplingEffect } from '../schedule/decoupling'
import { LARGEST_PULSE_SHARE, SEQUENCE_PULSES } from '../schedule/decoupling'
import { RING_CHECKS } from '../schedule/ring-state'
import type { CompiledMeasurement } from '../spam/measurement-circuit'
import type { CompiledPreparation } from '../spam/preparation-circuit'
import { PREPARATION_ATTEMPTS, type PreparationVerdict } from '../spam/verified-preparation'

/** `encoding_method`: projective without a compiled preparation. */
export function encodingMethod(
  preparation?: CompiledPreparation,
  verdict?: Pick<PreparationVerdict, 'cases' | 'failures'>,
  attempts = PREPARATION_ATTEMPTS,
): string {
  if (!preparation) return ENCODING_METHOD
  const { centres, edges_direct, edges_through_ancilla, cz_count, swap_count, duration_ns } = preparation
  const edges = [
    ...(edges_direct > 0 ? [`${edges_direct} by CZ between neighbours`] : []),
    ...(edges_through_ancilla > 0 ? [`${edges_through_ancilla} through the ancilla, which carries a copy of Z`] : []),
  ]
  return [
    `verified: logical minus as a ring graph state (H on five |0>, then CZ on 01 12 23 34 04: ${edges.join(', ')}), then the`,
    `flagged weight-3 checks ${checkNames(centres)}; repeated until all six outcomes are trivial, at most ${attempts} times,`,
    'shots left without a state are discarded; one gate on every data qubit turns logical minus into the state asked for.',
    `One attempt: ${cz_count} CZ, ${swap_count} SWAPs, ${duration_ns} ns.`,
    ...(verdict
      ? [`${verdict.failures} of its ${verdict.cases} single faults are accepted with an error of weight above 1.`]
      : []),
  ].join(' ')
}

const checkNames = (centres: readonly number[]): string => centres.map(i => pauliString(RING_CHECKS[i]!)).join(', ')

/** `readout_method`: a product measurement without a compiled logical measurement. */
export function readoutMethodOf(readouts: readonly Readout[], measurement?: CompiledMeasurement): string {
  if (!measurement) return readoutMethod(readouts)
  const { centres, cases, failures, cz_count, swap_count, conditional_cz_count, duration_ns } = measurement
  return [
    `Fault-tolerant logical measurement: one gate on every data qubit turns the logical operator to X, then the ancilla reads`,
    `the representatives ${checkNames(centres)}, flagged (${cz_count} CZ, ${swap_count} SWAPs, ${duration_ns} ns). In`,
    `correction mode a flag or a disagreement sets off all five of ${checkNames([0, 1, 2, 3, 4])} unflagged`,
    `(${conditional_cz_count} CZ more), decoded by a table of single faults; in detection mode it discards the shot.`,
    `${failures} of ${cases} single faults and input errors of weight 1 are read wrongly. The data qubits are not read`,
    'themselves. Bits are recorded relative to the noiseless reference run (0 = as expected).',
  ].join(' ')
}

/** Text for the record on the effect of decoupling on the idle error. */
export const decouplingText = (sequence: DdSequence, effects: readonly DecouplingEffect[]): string =>
  `${sequence} (${SEQUENCE_PULSES[sequence].join('-')}) in every idle window of a data qubit of which the pulses fill at most ` +
  `${LARGEST_PULSE_SHARE * 100} %. Idle error a flagged round: ${effects.map(effectText).join('; ')}.`

const effectText = ({ data, pulses, windows, windows_decoupled, ...error }: DecouplingEffect): string =>
  `${data} ${significant(error.idle_error_before)} without, ${significant(error.idle_error_after)} with ${pulses} pulses ` +
  `in ${windows_decoupled} of ${windows} windows`

/** Warning about the basis of the T2 between pulses; null where every data qubit has a published echo figure. */
export function decouplingWarning(
  figures: readonly { readonly data: string; readonly t2: RefocusedT2; readonly words?: string | null }[],
): Warning | null {
  const by = (basis: RefocusedT2['basis']) => figures.filter(({ t2 }) => t2.basis === basis).map(({ data }) => data)
  const [none, assumed] = [by('none'), by('assumed')]
  if (none.length > 0)
    return {
      code: 'dd_pulse_errors_only',
      message:
        `For ${none.join(', ')} neither an echo T2 beside the published T2 nor a factor of the device profile says what ` +
        'pulses gain: with Markovian T1 and T2 they add their own errors and take nothing away.',
    }
  if (assumed.length === 0) return null
  return {
    code: 'assumed_value',
    message: `The T2 between decoupling pulses is assumed by the device profile: ${figures
      .filter(({ t2 }) => t2.basis === 'assumed')
      .map(({ data, words }) => `${data} ${words ?? ''}`.trim())
      .join('; ')}.`,
  }
}
