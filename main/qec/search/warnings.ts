/** What a resolved module says about itself before anyone runs it. None of these prevents a run. */
import type { CalibrationSnapshot, DeviceProfile } from '../../contract/calibration/snapshot'
import { GATE_COHERENCE_RATIO } from '../../contract/modules'
import type { Warning } from '../../contract/model/primitives'
import type { CompiledRound, Layout, NoiseModel } from '../model/round'
import { type AssumedUse, assumedUses, isUnphysicalT2 } from '../noise/transform'
import { coherenceRatio, shortestT2, sitesOf } from '../noise/score'

/** Exactly the limit passes; the ratio is compared unrounded. */
export const passesGate = (ratio: number): boolean => ratio <= GATE_COHERENCE_RATIO

/** Warnings that follow from the calibration and the schedule alone. */
export function moduleWarnings(
  round: CompiledRound,
  noise: NoiseModel,
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
): Warning[] {
  return [
    gateWarning(round, noise),
    unphysicalT2(round.layout, noise),
    assumedValue(round.layout, profile, snapshot),
    READOUT_WARNING,
    profile.feedforward === false ? NO_FEEDFORWARD_WARNING : null,
  ].filter(warning => warning !== null)
}

const us = (ns: number): string => `${Number((ns / 1_000).toPrecision(6))} us`

/** Four decimals, or all of them where four would hide on which side of the gate the ratio lies. */
const shown = (ratio: number): string =>
  Number(ratio.toFixed(4)) === GATE_COHERENCE_RATIO ? String(ratio) : ratio.toFixed(4)

function gateWarning(round: CompiledRound, noise: NoiseModel): Warning | null {
  const ratio = coherenceRatio(round, noise)
  if (passesGate(ratio)) return null
  const t2 = shortestT2(round.layout, noise)
  const at = sitesOf(round.layout).find(site => noise.t2(site) === t2)
  const message =
    `The round lasts ${us(round.duration_ns)} and the shortest T2 of the module is ${us(t2)} (qubit ${at}): ` +
    `the coherence ratio ${shown(ratio)} exceeds the gate of ${GATE_COHERENCE_RATIO.toFixed(2)}.`
  return { code: 'round_duration_exceeds_gate', message }
}

function unphysicalT2(layout: Layout, noise: NoiseModel): Warning | null {
  const sites = sitesOf(layout).filter(site => isUnphysicalT2(noise.t1(site), noise.t2(site)))
  if (sites.length === 0) return null
  const figures = sites.map(site => `qubit ${site} (T1 ${us(noise.t1(site))}, T2 ${us(noise.t2(site))})`).join(', ')
  return {
    code: 'unphysical_t2',
    message: `The calibration publishes T2 above 2·T1 for ${figures}; their phase errors are taken as 0 where they would be negative.`,
  }
}

function assumedValue(layout: Layout, profile: DeviceProfile, snapshot: CalibrationSnapshot): Warning | null {
  const uses = assumedUses(profile, snapshot, new Set(sitesOf(layout)))
  if (uses.length === 0) return null
  const where = ({ parts, of }: AssumedUse) =>
    parts.length === of ? `all ${of} ${parts[0]!.split(' ')[0]}s` : parts.join(', ')
  const figures = uses.map(use => `${use.figure} = ${use.value} for ${where(use)}`).join('; ')
  return {
    code: 'assumed_value',
    message: `The calibration does not publish, and the device profile assumes: ${figures}. Basis: ${profile.assumed.basis}`,
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
    'The device cannot let an outcome decide within a round what is done next, which the adaptive protocol of this verdict needs. Runs need the protocol cyclic-window: its decoder reads the four slots after a trigger in place of a repeat.',
}

const HOUR_MS = 3_600_000

/** Depends on the clock, so it is made at each call. `now` in milliseconds since 1970. */
export function staleWarning(profile: DeviceProfile, snapshot: CalibrationSnapshot, now: number): Warning | null {
  const { calibration_id, calibrated_at } = snapshot
  if (calibrated_at === null)
    return { code: 'stale_calibration', message: `Calibration ${calibration_id} does not say when it was taken.` }
  const hours = (now - Date.parse(calibrated_at)) / HOUR_MS
  if (hours <= profile.stale_after_hours) return null
  // Without the present age: the same seed must give the same record an hour later.
  const message = `Calibration ${calibration_id} was taken at ${calibrated_at}; older than ${profile.stale_after_hours} hours it counts as stale.`
  return { code: 'stale_calibration', message }
}
