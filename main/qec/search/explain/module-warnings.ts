/** Warnings of a resolved module before any run. None of them prevents a run. */
import { assumedText } from '../../../contract/calibration/assumed-figures'
import type { DeviceProfile } from '../../../contract/calibration/device-profile'
import { feedforwardOf } from '../../../contract/calibration/feedforward'
import { figureName } from '../../../contract/calibration/figure-names'
import type { CalibrationSnapshot } from '../../../contract/calibration/snapshot'
import { utc } from '../../../contract/model/iso-time'
import type { Warning } from '../../../contract/model/primitives'
import { labelled } from '../../../contract/model/qubit-labels'
import type { AssumedFigure, FeasibilityVerdict } from '../../../contract/modules/feasibility-gate'
import { MAX_COHERENCE_RATIO } from '../../../contract/modules/logical-qubits'
import { fixed, shortest } from '../../../contract/numbers/number-text'
import type { NoiseModel } from '../../model/noise-model'
import type { CompiledRound, Layout } from '../../model/round'
import { coherenceRatio, shortestT2, sitesOf } from '../../noise/score'
import { assumedUses, isUnphysicalT2 } from '../../noise/transform'
import { compoundCz, cycleErrors } from './cz-warnings'
import { assumedInFeasibility, feasibilityVerdict, isFeasible, sitesWithoutT2 } from './feasibility-gate'

export interface WarningSources {
  readonly noise: NoiseModel
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
  readonly rests_on?: readonly AssumedFigure[] | undefined
}

/** Warnings that follow from the calibration and the schedule alone. */
export function moduleWarnings(
  round: CompiledRound,
  { noise, profile, snapshot, rests_on = assumedInFeasibility(round, { profile, snapshot, noise }) }: WarningSources,
): Warning[] {
  return [
    gateWarning(round, noise, rests_on),
    unknownT2(round, noise),
    unphysicalT2(round.layout, noise),
    assumedValue(
      round.layout,
      { profile, snapshot },
      gateRests(feasibilityVerdict(coherenceRatio(round, noise), round.layout, noise), rests_on),
    ),
    compoundCz(round, snapshot, noise.labels),
    cycleErrors(round, snapshot, noise.labels),
    READOUT_WARNING,
    feedforwardOf(profile).latency_ns === null ? NO_FEEDFORWARD_WARNING : null,
  ].filter(warning => warning !== null)
}

const us = (ns: number): string => `${shortest(ns / 1_000, 6)} µs`

/** A ratio with four decimals, or with all of them where the rounded ratio would equal the gate's limit. */
const shown = (ratio: number): string =>
  Number(fixed(ratio, 4)) === MAX_COHERENCE_RATIO ? String(ratio) : fixed(ratio, 4)

function gateWarning(round: CompiledRound, noise: NoiseModel, rests_on: readonly AssumedFigure[]): Warning | null {
  const ratio = coherenceRatio(round, noise)
  if (isFeasible(ratio)) return null
  const t2 = shortestT2(round.layout, noise)
  const at = sitesOf(round.layout).find(site => noise.t2(site) === t2)
  const unknown = noise.t2Unknown?.(at!) ?? false
  const shortest = unknown
    ? `the shortest T2 of the module is at most ${us(t2)}, 2·T1 of qubit ${labelled(at!, noise.labels)}`
    : `the shortest T2 of the module is ${us(t2)} (qubit ${labelled(at!, noise.labels)})`
  const message =
    `The round lasts ${us(round.duration_ns)} and ${shortest}: ` +
    `the coherence ratio ${unknown ? 'of at least ' : ''}${shown(ratio)} exceeds the gate of ${fixed(MAX_COHERENCE_RATIO, 2)}.` +
    gateRests('failed', rests_on)
  return { code: 'round_duration_exceeds_gate', message }
}

/** Warning where T2 is only bounded by 2·T1, with the figures that depend on it. */
function unknownT2(round: CompiledRound, noise: NoiseModel): Warning | null {
  const sites = sitesWithoutT2(round.layout, noise)
  if (sites.length === 0) return null
  const ratio = coherenceRatio(round, noise)
  const gate = isFeasible(ratio)
    ? `the coherence ratio is at least ${shown(ratio)}, below the gate of ${fixed(MAX_COHERENCE_RATIO, 2)}, so that the verdict is unknown: it passes if the shortest T2 is ${us(round.duration_ns / MAX_COHERENCE_RATIO)} or more, and a run needs the override`
    : 'the gate fails whatever T2 is'
  return {
    code: 't2_unknown',
    message:
      `No T2 is published for qubits ${sites.map(site => labelled(site, noise.labels)).join(', ')}, and none is guessed. With T2 at most 2·T1 ${gate}. ` +
      'Idle errors are those of T2 = 2·T1, no dephasing beside decay: they, Δ_round and the errors of a simulated run, physical baselines included, are lower bounds, and a gain from them says nothing of the device. Enter T2 with a figures file.',
  }
}

function unphysicalT2(layout: Layout, noise: NoiseModel): Warning | null {
  const sites = sitesOf(layout).filter(site => isUnphysicalT2(noise.t1(site), noise.t2(site)))
  if (sites.length === 0) return null
  const figures = sites
    .map(site => `qubit ${labelled(site, noise.labels)} (T1 ${us(noise.t1(site))}, T2 ${us(noise.t2(site))})`)
    .join(', ')
  return {
    code: 'unphysical_t2',
    message: `The calibration publishes T2 above 2·T1 for ${figures}; their phase errors are taken as 0 where they would be negative.`,
  }
}

/**
 * Sentences on the assumed figures that the gate's verdict rests on, with the value at which each turns it. Where
 * several cannot turn it, one sentence names them all. Empty without such figures.
 */
function gateRests(verdict: FeasibilityVerdict, rests_on: readonly AssumedFigure[]): string {
  if (rests_on.length === 0) return ''
  const names = (figures: readonly AssumedFigure[]) => figures.map(({ figure }) => figureName(figure)).join(', ')
  const idle = rests_on.filter(({ turns_at }) => turns_at === null)
  const messages = (idle.length > 1 ? rests_on.filter(({ turns_at }) => turns_at !== null) : rests_on).map(
    ({ message }) => message,
  )
  const all = idle.length === rests_on.length ? 'of them' : `of ${names(idle)}`
  const unturned = idle.length > 1 ? [`With any one ${all} at 0 the gate would fail too.`] : []
  return ` The gate's verdict (${verdict}) rests on ${names(rests_on)}. ${[...messages, ...unturned].join(' ')}`
}

function assumedValue(
  layout: Layout,
  { profile, snapshot }: Pick<WarningSources, 'profile' | 'snapshot'>,
  gate: string,
): Warning | null {
  const uses = assumedUses(profile, snapshot, new Set(sitesOf(layout)))
  if (uses.length === 0) return null
  const figures = uses.map(assumedText).join('; ')
  return {
    code: 'assumed_value',
    message: `Not published, and assumed by the device profile: ${figures}.${gate} Basis: ${profile.assumed.basis}`,
  }
}

const READOUT_WARNING: Warning = {
  code: 'readout_not_self_checking',
  message:
    'The code is not CSS, so a destructive readout of the data qubits is checked by one stabilizer only: some readout errors of the final measurement stay undetected.',
}

const NO_FEEDFORWARD_WARNING: Warning = {
  code: 'no_feedforward_window_decoder',
  message:
    'The device has no feed-forward: an outcome cannot decide within a shot what is done next. Runs take the protocol cyclic-window, which is the one of this verdict: its decoder reads the four slots after a trigger in place of a repeat, and shots whose window is still open after the last pass are thrown away.',
}

const HOUR_MS = 3_600_000

/**
 * Warning of a calibration that is too old or not dated; null otherwise. It depends on the clock, `now` in milliseconds
 * since 1970, so it is not among `moduleWarnings`.
 */
export function staleWarning(profile: DeviceProfile, snapshot: CalibrationSnapshot, now: number): Warning | null {
  const { calibration_id, calibrated_at } = snapshot
  if (calibrated_at === null)
    return { code: 'stale_calibration', message: `Calibration ${calibration_id} does not say when it was taken.` }
  const hours = (now - Date.parse(calibrated_at)) / HOUR_MS
  if (hours <= profile.stale_after_hours) return null
  // The message leaves out the present age: the same seed must give the same record an hour later.
  const message = `Calibration ${calibration_id} of ${utc(calibrated_at)} is stale: it is more than ${ageText(profile.stale_after_hours)} old.`
  return { code: 'stale_calibration', message }
}

/** In days where the hours are two or more whole days; in hours otherwise. */
function ageText(hours: number): string {
  const [count, unit] = hours >= 48 && hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${shortest(count, 6)} ${unit}${count === 1 ? '' : 's'}`
}
