/** A chiplet under every snapshot of its device: what it resolves to, and what changed from one to the next. */
import type { Backends, DeviceState } from '../../backends/backends'
import type { Drift, DriftChange, DriftLayout, DriftPoint, DriftQuery } from '../../contract/backends/drift'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { STATUS_OF_FEASIBILITY } from '../../contract/modules/feasibility-gate'
import type { NoiseModel } from '../../qec/model/noise-model'
import type { CompiledRound, Layout } from '../../qec/model/round'
import { coherenceRatio, scoreRound } from '../../qec/noise/score'
import { NOISE_MODEL_VERSION, noiseModel } from '../../qec/noise/transform'
import type { Chiplet } from '../../qec/noise/vetoes'
import { feasibilityVerdict } from '../../qec/search/explain/feasibility-gate'
import { scoreUnder } from '../../qec/search/explain/stability'
import type { WorkContext } from '../../worker/runner'
import { createYielder, type Yielder } from '../../worker/yielder'
import type { ChipletResolution, Modules } from '../model/module'
import { asyncCache } from '../resolution/answer-cache'
import { chipletKey, chipletOf, logicalId } from '../resolution/chiplets'
import { type ChipletUnderSnapshot, changeBetween, type Scoring, type Terms } from './changes'

export interface Drifts {
  /** Throws AppError not_found; the signal's reason when aborted. */
  of(
    backend_id: string,
    logical_id: string,
    options: { readonly query: DriftQuery; readonly context?: WorkContext },
  ): Promise<Drift>
  /** Change of a chiplet from one snapshot of a device to the next. */
  change(
    profile: DeviceProfile,
    options: { readonly chiplet: Chiplet; readonly before: CalibrationSnapshot; readonly after: CalibrationSnapshot },
  ): Promise<DriftChange>
}

export interface DriftServices {
  readonly backends: Pick<Backends, 'device' | 'calibrations'>
  readonly modules: Pick<Modules, 'resolveUnder'>
}

/** Chiplets under snapshots; each is a few tens of kilobytes. */
const CACHE_SIZE = 2_000

/** A snapshot never changes, so each chiplet is resolved once under it and cached. */
export function createDrifts({ backends, modules }: DriftServices): Drifts {
  const cache = asyncCache<ChipletUnderSnapshot>(CACHE_SIZE)
  const score = cachedScores()
  /** For all calls together: what is resolved or scored is often too short to yield, a series of it yields here. */
  const yielder = createYielder()

  const under = (
    { profile, chiplet }: { readonly profile: DeviceProfile; readonly chiplet: Chiplet },
    snapshot: CalibrationSnapshot,
    context: WorkContext = {},
  ): Promise<ChipletUnderSnapshot> => {
    const ask = async (signal: AbortSignal): Promise<ChipletUnderSnapshot> => {
      await yieldWhenDue(yielder)
      const device = { profile, current: snapshot, snapshots: [snapshot] }
      return chipletUnderSnapshot(
        profile,
        snapshot,
        await modules.resolveUnder(device, chiplet, { ...context, signal }),
      )
    }
    return cache(chipletKey(profile, chiplet, [snapshot]), ask, context)
  }

  return {
    async of(backend_id, logical_id, { query: { limit }, context = {} }) {
      const device = backends.device(backend_id)
      const { profile } = device
      const chiplet = chipletOf(device, logical_id)
      const recent: ChipletUnderSnapshot[] = []
      for (const snapshot of device.snapshots.slice(-limit)) {
        recent.push(await under({ profile, chiplet }, snapshot, context))
        context.signal?.throwIfAborted()
      }
      const imported = new Map(backends.calibrations(backend_id).map(one => [one.calibration_id, one.imported_at]))
      const current = await under({ profile, chiplet }, device.current, context)
      const history = await historyOf(device, { recent, current: current.compiled, imported, score, yielder })
      return {
        backend_id,
        logical_qubit: logicalId(chiplet),
        chiplet: chiplet.chiplet_id,
        noise_model_version: NOISE_MODEL_VERSION,
        ...history,
      }
    },
    async change(profile, { chiplet, before, after }) {
      return changeBetween(profile, {
        before: await under({ profile, chiplet }, before),
        after: await under({ profile, chiplet }, after),
        score,
      })
    },
  }
}

interface HistoryInput {
  readonly recent: readonly ChipletUnderSnapshot[]
  readonly current: CompiledRound | null
  readonly imported: ReadonlyMap<string, string>
  readonly score: Scoring
  readonly yielder: Yielder
}

async function yieldWhenDue(yielder: Yielder): Promise<void> {
  if (yielder.isDue()) await yielder.yieldNow(0)
}

/**
 * `recent` is oldest first; `current` is the round under the current snapshot, whichever one that is. Yields to the
 * event loop after a point or a change, when it is time.
 */
async function historyOf(
  { profile, current: { calibration_id } }: DeviceState,
  { recent, current, imported, score, yielder }: HistoryInput,
): Promise<Pick<Drift, 'points' | 'changes'>> {
  const points: DriftPoint[] = []
  const changes: DriftChange[] = []
  for (const [at, one] of recent.entries()) {
    const imported_at = imported.get(one.snapshot.calibration_id) ?? null
    const point = pointOf(one, imported_at, current && score(current, profile, one.snapshot))
    points.push({ ...point, current: one.snapshot.calibration_id === calibration_id })
    await yieldWhenDue(yielder)
    if (at > 0) changes.push(changeBetween(profile, { before: recent[at - 1]!, after: one, score }))
    await yieldWhenDue(yielder)
  }
  return { points, changes }
}

/** Scores keyed weakly by round, so that they go when the cache drops the chiplet. */
function cachedScores(): Scoring {
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
  { snapshot, compiled: _, ...rest }: ChipletUnderSnapshot,
  imported_at: string | null,
  current_layout_score: number | null,
): DriftPoint => ({
  calibration_id: snapshot.calibration_id,
  calibrated_at: snapshot.calibrated_at,
  imported_at,
  ...rest,
  current_layout_score,
})

const NOTHING = {
  layout: null,
  terms: null,
  coherence_ratio: null,
  gate_passed: null,
  gate_verdict: null,
  compiled: null,
}

function chipletUnderSnapshot(
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
  resolution: ChipletResolution,
): ChipletUnderSnapshot {
  const vetoes = [...resolution.vetoes]
  if (!resolution.found) return { snapshot, vetoes, ...NOTHING, status: resolution.status, reason: resolution.reason }
  const { compiled } = resolution
  const noise = noiseModel(profile, snapshot)
  const ratio = coherenceRatio(compiled, noise)
  const gate_verdict = feasibilityVerdict(ratio, compiled.layout, noise)
  return {
    snapshot,
    status: STATUS_OF_FEASIBILITY[gate_verdict],
    reason: null,
    layout: layoutOf(compiled.layout),
    terms: termsOf(compiled, noise),
    coherence_ratio: ratio,
    gate_passed: gate_verdict === 'passed',
    gate_verdict,
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

function termsOf(compiled: CompiledRound, noise: NoiseModel): Terms {
  const { total, gate, measurement, idle, reset } = scoreRound(compiled, noise)
  return { total, two_qubit: gate.two_qubit, single_qubit: gate.single_qubit, measurement, idle, reset }
}
