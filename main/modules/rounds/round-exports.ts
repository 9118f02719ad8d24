/** A module's round for others to read: its operations in time, and its memory experiment as a text for other programs. */
import { CARDINAL_STATES, type Protocol, type RunReadout } from '../../contract/model/protocols'
import type { RoundsQuery, RoundsText } from '../../contract/modules/rounds'
import type { RoundSchedule, ScheduleSegment } from '../../contract/modules/schedule'
import { sum } from '../../contract/numbers/arithmetic'
import type { Segment } from '../../qec/model/round'
import { calibratedRates } from '../../qec/noise/rates'
import { PREPARATION_ATTEMPTS } from '../../qec/spam/verified-preparation'
import { roundsText, type TextExperiment } from '../../qec/text/experiment'
import type { ModuleWithNoise, ReadyModule } from '../model/module'
import {
  CONDITIONAL_READOUT,
  closingFor,
  closingOf,
  hasFeedforward,
  protocolFor,
  refusedQuery,
  refusedWithoutFeedforward,
  roundUnder,
} from './protocol'
import { type Decoupling, measurementOf, type Proofs, preparationOf, roundOf, unprovedMessage } from './proven-parts'
import { readoutChoice } from './readout-choice'

/** A module's round as compiled: what happens on which site and when. */
export function roundSchedule({ module, compiled }: Pick<ReadyModule, 'module' | 'compiled'>): RoundSchedule {
  const starts = startsOf(compiled.flagged)
  return {
    logical_qubit: module.logical_qubit,
    calibration_id: module.calibration_id,
    schedule_hash: compiled.schedule_hash,
    duration_ns: compiled.duration_ns,
    segments: [
      ...compiled.flagged.map((one, index) => scheduled(one, { segment: 'flagged', index, start_ns: starts[index]! })),
      scheduled(compiled.repeat, { segment: 'repeat', index: 0, start_ns: 0 }),
    ],
  }
}

/** When each segment begins: where the one before it ended. */
const startsOf = (segments: readonly Segment[]) =>
  segments.map((_, index) => sum(segments.slice(0, index).map(({ duration_ns }) => duration_ns)))

const scheduled = (
  { duration_ns, ops, idles }: Segment,
  { segment, index, start_ns }: Pick<ScheduleSegment, 'segment' | 'index' | 'start_ns'>,
): ScheduleSegment => ({
  segment,
  index,
  start_ns,
  duration_ns,
  ops: ops.map(({ gate, sites, purpose, start_ns, duration_ns, bit, merged, pulses }) => ({
    gate,
    sites: [...sites],
    purpose,
    start_ns,
    duration_ns,
    bit,
    ...(merged && { merged }),
    ...(pulses && { pulses: [...pulses] }),
  })),
  idles: idles.map(({ site, start_ns, duration_ns, decision }) => ({
    site,
    start_ns,
    duration_ns,
    ...(decision ? { decision } : {}),
  })),
})

/**
 * Memory experiment as text. Throws AppError invalid_request for parts that cannot be proved fault tolerant or run
 * there.
 */
export function exportedRounds(given: ModuleWithNoise, query: RoundsQuery, proofs?: Proofs): RoundsText {
  const { format, mode, state, rounds } = query
  const protocol = runProtocol(given, query)
  const ready = { ...given, compiled: roundUnder(given, mode === 'correction' ? protocol : mode) }
  const { module, noise } = ready
  const { backend_id, logical_qubit, calibration_id, noise_model_version } = module
  const rates = format === 'stim' && query.noise === 'calibrated' ? calibratedRates(noise) : null
  const windows = mode === 'correction' ? protocol : mode
  const closing = closingOf({ mode, protocol, closing: closingFor(given.profile, windows, query.closing) })
  const about = [
    `Pentad: ${backend_id} ${logical_qubit}, calibration ${calibration_id}`,
    rates ? `noise: ${noise_model_version}, Pauli channels from that calibration` : 'noiseless',
    ...remarks(ready, rates !== null),
  ]
  const parts = partsOf(ready, { ...query, readout: query.readout ?? chosenReadout(ready, query, proofs) }, proofs)
  const text = roundsText(format, { ...parts, rates, mode, protocol, closing, state, rounds, about })
  return { format, text, calibration_id, noise_model_version, schedule_hash: parts.compiled.schedule_hash }
}

/**
 * Throws AppError invalid_request for a readout or protocol that decides within a shot on a device without
 * feed-forward.
 */
function runProtocol({ profile }: ReadyModule, { protocol, mode, readout }: RoundsQuery): Protocol {
  if (mode === 'correction' && readout === 'fault-tolerant' && !hasFeedforward(profile))
    throw refusedWithoutFeedforward(profile, { pointer: '#query/readout', ...CONDITIONAL_READOUT })
  return protocolFor(profile, protocol)
}

/** Remarks that the text itself cannot show: CZs made of other gates, and idle noise that is a bound. */
function remarks({ module }: ReadyModule, noisy: boolean): string[] {
  const { cz_count, native_two_qubit_count = cz_count } = module.schedule
  const codes = module.warnings.map(({ code }) => code)
  const native = `each CZ stands for what makes it on the device: ${native_two_qubit_count} native two-qubit gates for the ${cz_count} CZs of a flagged round`
  return [
    ...(codes.includes('compound_cz') ? [native] : []),
    ...(noisy && codes.includes('t2_unknown')
      ? ['no T2 is published: idle noise is that of T2 = 2 T1, a lower bound']
      : []),
  ]
}

type TextParts = Pick<TextExperiment, 'compiled' | 'preparation' | 'attempts' | 'measurement'>

/** Readout for a query that names none. */
const chosenReadout = (ready: ModuleWithNoise, { mode, preparation, dd }: RoundsQuery, proofs?: Proofs): RunReadout =>
  readoutChoice(ready, { mode, preparation, dd: dd === 'none' ? false : dd, states: CARDINAL_STATES }, proofs).chosen

function partsOf(ready: ModuleWithNoise, query: RoundsQuery, proofs?: Proofs): TextParts {
  const dd: Decoupling = query.dd === 'none' ? false : query.dd
  return {
    compiled: roundOf(ready, dd),
    ...(query.preparation === 'verified' ? verified(ready, dd, proofs) : {}),
    ...(query.readout === 'fault-tolerant' ? faultTolerant(ready, dd, proofs) : {}),
  }
}

/** Without feed-forward one attempt, whose rejected shots are discarded. */
function verified(
  ready: ModuleWithNoise,
  dd: Decoupling,
  proofs?: Proofs,
): Pick<TextParts, 'preparation' | 'attempts'> {
  const proven = preparationOf(ready, dd, proofs)
  if (!proven)
    throw refusedQuery(
      'preparation',
      unprovedMessage(ready, { what: 'verified preparation', choice: 'preparation', instead: 'projective' }),
    )
  return { preparation: proven.preparation, attempts: hasFeedforward(ready.profile) ? PREPARATION_ATTEMPTS : 1 }
}

function faultTolerant(ready: ModuleWithNoise, dd: Decoupling, proofs?: Proofs): Pick<TextParts, 'measurement'> {
  const measurement = measurementOf(ready, dd, proofs)
  if (!measurement)
    throw refusedQuery(
      'readout',
      unprovedMessage(ready, { what: 'logical measurement', choice: 'readout', instead: 'checked' }),
    )
  return { measurement }
}
