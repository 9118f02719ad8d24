/** A chiplet under every snapshot of its device: what it resolves to, and what changed from one to the next. */
import { setImmediate } from 'node:timers/promises'
import type { Backends, DeviceState } from '../../backends/backends'
import type { CalibrationSnapshot, DeviceProfile } from '../../contract/calibration/snapshot'
import type { Drift, DriftChange, DriftLayout, DriftPoint, DriftQuery } from '../../contract/backends/drift'
import { paced } from '../../pace/pace'
import type { CompiledRound, Layout } from '../../qec/model/round'
import { NOISE_MODEL_VERSION } from '../../qec/noise/transform'
import { coherenceRatio, scoreRound } from '../../qec/noise/score'
import type { Chiplet } from '../../qec/noise/vetoes'
import { scoreUnder } from '../../qec/search/explain/stability'
import { passesGate } from '../../qec/search/warnings'
import { chipletIdOf, chipletKey, chipletOf } from '../resolution/chiplets'
import { remember } from '../memory'
import type { Found, Modules, Resolution } from '../modules'
import { changeBetween, type Scoring, type Terms, type Under } from './changes'
import { logicalId } from '../resolution/resolved-module'

export interface Drifts {
  /** Throws AppError not_found; the signal's reason when aborted. */
  of(backend_id: string, logical_id: string, query: DriftQuery, signal?: AbortSignal): Promise<Drift>
  /** What the step from one snapshot of a device to another does to one of its chiplets. */
  change(
    profile: DeviceProfile,
    chiplet: Chiplet,
    before: CalibrationSnapshot,
    after: CalibrationSnapshot,
  ): Promise<DriftChange>
}

export interface DriftParts {
  readonly backends: Pick<Backends, 'device' | 'calibrations'>
  readonly modules: Pick<Modules, 'under'>
}

/** Chiplets under snapshots; each is a few tens of kilobytes. */
const KEPT = 2_000

/** A snapshot never changes, so what a chiplet resolves to under it is worked out once and remembered. */
export function createDrifts({ backends, modules }: DriftParts): Drifts {
  const remembered = remember<Under>(KEPT)
  const score = rememberedScores()

  const under = (profile: DeviceProfile, chiplet: Chiplet, snapshot: CalibrationSnapshot): Promise<Under> =>
    remembered(chipletKey(profile, chiplet, [snapshot]), async () => {
      // Short resolutions in a row never fill a stretch of their own, so the event loop gets its turn here.
      await setImmediate()
      return underSnapshot(
        snapshot,
        await modules.under({ profile, current: snapshot, snapshots: [snapshot] }, chiplet),
      )
    })

  return {
    async of(backend_id, logical_id, { limit }, signal) {
      const device = backends.device(backend_id)
      const chiplet = chipletOf(device, chipletIdOf(logical_id), logical_id)
      const recent: Under[] = []
      for (const snapshot of device.snapshots.slice(-limit)) {
        recent.push(await under(device.profile, chiplet, snapshot))
        signal?.throwIfAborted()
      }
      const imported = new Map(backends.calibrations(backend_id).map(one => [one.calibration_id, one.imported_at]))
      const history = await paced(historyOf(device, recent, imported, score))
      return {
        backend_id,
        logical_qubit: logicalId(chiplet.chiplet_id),
        chiplet: chiplet.chiplet_id,
        noise_model_version: NOISE_MODEL_VERSION,
        ...history,
      }
    },
    async change(profile, chiplet, before, after) {
      return changeBetween(profile, await under(profile, chiplet, before), await under(profile, chiplet, after), score)
    },
  }
}

/** `recent` is oldest first and ends with the current snapshot. Pauses after each one. */
function* historyOf(
  { profile }: DeviceState,
  recent: readonly Under[],
  imported: ReadonlyMap<string, string>,
  score: Scoring,
): Generator<void, Pick<Drift, 'points' | 'changes'>> {
  const current = recent.at(-1)!.compiled
  const points: DriftPoint[] = []
  const changes: DriftChange[] = []
  for (const [at, one] of recent.entries()) {
    const imported_at = imported.get(one.snapshot.calibration_id) ?? null
    points.push(pointOf(one, imported_at, current && score(current, profile, one.snapshot)))
    yield
    if (at > 0) changes.push(changeBetween(profile, recent[at - 1]!, one, score))
    yield
  }
  return { points, changes }
}

/** By the round itself, so that what is forgotten of a chiplet takes its scores along. */
function rememberedScores(): Scoring {
  const known = new WeakMap<CompiledRound, Map<string, number | null>>()
  return (round, profile, snapshot) => {
    const scores = known.get(round) ?? new Map<string, number | null>()
    known.set(round, scores)
    const { calibration_id } = snapshot
    if (!scores.has(calibration_id)) scores.set(calibration_id, scoreUnder(round, profile, snapshot))
    return scores.get(calibration_id)!
  }
}

const pointOf = (
  { snapshot, compiled: _, ...rest }: Under,
  imported_at: string | null,
  current_layout_score: number | null,
): DriftPoint => ({
  calibration_id: snapshot.calibration_id,
  calibrated_at: snapshot.calibrated_at,
  imported_at,
  ...rest,
  current_layout_score,
})

const NOTHING = { layout: null, terms: null, coherence_ratio: null, gate_passed: null, compiled: null }

function underSnapshot(snapshot: CalibrationSnapshot, resolution: Resolution): Under {
  const vetoes = [...resolution.vetoes]
  if (!resolution.found) return { snapshot, vetoes, ...NOTHING, status: resolution.status, reason: resolution.reason }
  const { compiled, noise } = resolution
  const ratio = coherenceRatio(compiled, noise)
  const passed = passesGate(ratio)
  return {
    snapshot,
    status: passed ? 'ready' : 'gate_failed',
    reason: null,
    layout: layoutOf(compiled.layout),
    terms: termsOf(resolution),
    coherence_ratio: ratio,
    gate_passed: passed,
    vetoes,
    compiled,
  }
}

const layoutOf = ({ data: [D0, D1, D2, D3, D4], ancilla, flag, routing }: Layout): DriftLayout => ({
  data_qubits: { D0, D1, D2, D3, D4 },
  syndrome_ancilla: ancilla,
  flag_qubit: flag,
  routing_qubits: [...routing],
})

function termsOf({ compiled, noise }: Found): Terms {
  const { total, gate, measurement, idle, reset } = scoreRound(compiled, noise)
  return { total, two_qubit: gate.two_qubit, single_qubit: gate.single_qubit, measurement, idle, reset }
}
