/** What one chiplet gives under one calibration. */
import type { DeviceState } from '../backends/backends'
import type { Veto } from '../contract/modules'
import { enumeratingFaults } from '../qec/faults'
import type { CompiledRound, FaultReport, NoiseModel } from '../qec/model'
import { noiseModel } from '../qec/noise'
import { obstacleOf, scheduleReason } from '../qec/obstacle'
import { type Selection, selectModule, type Verdict } from '../qec/select'
import { recentSnapshots, type Stability, stabilityOf } from '../qec/stability'
import { type Chiplet, usableGraph } from '../qec/vetoes'

export interface Found {
  readonly found: true
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
  readonly selection: Selection
  readonly compiled: CompiledRound
  readonly noise: NoiseModel
  readonly faults: FaultReport
  readonly stability: Stability
}

export interface NotFound {
  readonly found: false
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
  readonly status: 'no_embedding' | 'disqualified'
  readonly reason: string
  /** Vetoes any one of which, lifted alone, would give a layout. */
  readonly decisive: readonly Veto[]
}

export type Resolution = Found | NotFound

/** Vetoes first, then the best layout of what is left, then its faults and its history. Yields between steps. */
export function* resolveChiplet(device: DeviceState, chiplet: Chiplet, verdict: Verdict): Generator<void, Resolution> {
  const { profile, current, snapshots } = device
  const usable = usableGraph(profile, current, chiplet)
  const { vetoes } = usable
  const noise = noiseModel(profile, current)
  const selection = yield* selectModule(usable.graph, noise, verdict)
  if (selection.best === null) {
    const found = selection.candidates.length
    const name = `chiplet ${chiplet.chiplet_id}`
    const obstacle =
      found > 0
        ? { status: 'disqualified' as const, reason: scheduleReason(name, found), decisive: [] }
        : yield* obstacleOf(name, usable)
    return { found: false, chiplet, vetoes, ...obstacle }
  }
  const compiled = selection.best.round
  yield
  const faults = yield* enumeratingFaults(compiled, PROTOCOL)
  yield
  const stability = stabilityOf(compiled, profile, recentSnapshots(snapshots, current))
  return { found: true, chiplet, vetoes, selection, compiled, noise, faults, stability }
}

/** The protocol whose decoder the verdict includes; runs use the same. */
const PROTOCOL = 'adaptive'

/**
 * Verdicts by schedule hash: a schedule is fault tolerant or not whatever the calibration says. Only the verdict is
 * remembered, never the report: its tables name sites and idle windows, which differ between rounds of one hash.
 */
export function rememberedVerdict(): Verdict {
  const known = new Map<string, boolean>()
  return round => known.get(round.schedule_hash) ?? judge(round, known)
}

const VERDICTS_KEPT = 20_000

function* judge(round: CompiledRound, known: Map<string, boolean>): Generator<void, boolean> {
  const { ft_preserved } = yield* enumeratingFaults(round, PROTOCOL)
  if (known.size >= VERDICTS_KEPT) known.clear()
  known.set(round.schedule_hash, ft_preserved)
  return ft_preserved
}
