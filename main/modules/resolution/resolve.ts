/** What one chiplet gives under one calibration. */
import type { DeviceState } from '../../backends/backends'
import type { Veto } from '../../contract/modules'
import type { Circuit, CompiledRound, FaultVerdict, NoiseModel } from '../../qec/model/round'
import { noiseModel } from '../../qec/noise/transform'
import { type Chiplet, usableGraph } from '../../qec/noise/vetoes'
import { faultCount } from '../../qec/proof/fault-locations'
import { preservesFaultTolerance } from '../../qec/proof/verdict'
import { NO_REMEDY, type Obstacle, obstacleOf, scheduleReason } from '../../qec/search/explain/obstacle'
import { type Selecting, type Selection, selectModule } from '../../qec/search/enumerate/select'
import { Shapes } from '../../qec/search/model/compiled-shapes'
import { pastFigures, recentSnapshots, roundStability, type Stability, stabilityOf } from '../../qec/search/explain/stability'

export interface Found {
  readonly found: true
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
  readonly selection: Selection
  readonly compiled: CompiledRound
  readonly noise: NoiseModel
  readonly verdict: FaultVerdict
  readonly stability: Stability
  /** Of each of the selection's candidates. */
  readonly candidate_stability: readonly Stability[]
}

export interface NotFound extends Obstacle {
  readonly found: false
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
}

export type Resolution = Found | NotFound

/** Vetoes first, then the best layout of what is left, then its faults and its history. Yields between steps. */
export function* resolveChiplet(device: DeviceState, chiplet: Chiplet, memory: Memory): Generator<void, Resolution> {
  const { profile, current, snapshots } = device
  const usable = usableGraph(profile, current, chiplet)
  const { vetoes } = usable
  const noise = noiseModel(profile, current)
  const selection = yield* selectModule(usable.graph, noise, memory)
  if (selection.best === null) {
    const found = selection.candidates.length
    const name = `chiplet ${chiplet.chiplet_id}`
    const obstacle =
      found > 0
        ? { ...NO_REMEDY, status: 'disqualified' as const, reason: scheduleReason(name, found) }
        : yield* obstacleOf(name, usable)
    return { found: false, chiplet, vetoes, ...obstacle }
  }
  const compiled = selection.best.round
  yield
  const recent = recentSnapshots(snapshots, current)
  const stability = stabilityOf(compiled, profile, recent)
  yield
  const past = pastFigures(profile, chiplet, recent)
  const { sites } = selection.outcome.figures
  const candidate_stability = selection.candidates.map(({ round }) => roundStability(round, sites, past))
  const verdict = passed(compiled)
  return { found: true, chiplet, vetoes, selection, compiled, noise, verdict, stability, candidate_stability }
}

/** The protocol whose decoder the verdict includes; runs use the same. */
const PROTOCOL = 'adaptive'

/** Fault enumeration has passed every selected round; its cases are counted, and struck again only for whoever needs the tables. */
const passed = (round: CompiledRound): FaultVerdict => ({
  protocol: PROTOCOL,
  ft_preserved: true,
  cases: faultCount(round, PROTOCOL),
  failures: 0,
  counterexample: null,
})

/** What is remembered whatever the calibration says. */
export type Memory = Pick<Selecting, 'verdict' | 'shapes'>

/**
 * Verdicts by what the circuit does: it is fault tolerant or not whatever the calibration says. Only the verdict is
 * remembered, never the report: its tables name sites and idle windows, which differ between rounds of one key.
 */
export function newMemory(): Memory {
  const known = new Map<string, boolean>()
  return { shapes: new Shapes(), verdict: (key, compiled) => known.get(key) ?? judge(key, compiled(), known) }
}

const VERDICTS_KEPT = 20_000

function judge(key: string, round: Circuit, known: Map<string, boolean>): boolean {
  const ft_preserved = preservesFaultTolerance(round, PROTOCOL)
  if (known.size >= VERDICTS_KEPT) known.clear()
  known.set(key, ft_preserved)
  return ft_preserved
}
