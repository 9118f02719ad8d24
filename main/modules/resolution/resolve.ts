/** What one chiplet gives under one calibration. */
import type { DeviceState } from '../../backends/backends'
import { protocolsOf } from '../../contract/calibration/feedforward'
import type { Protocol } from '../../contract/model/protocols'
import type { Veto } from '../../contract/modules/diagnostics'
import type { Circuit, CompiledRound, FaultVerdict, NoiseModel } from '../../qec/model/round'
import { noiseModel } from '../../qec/noise/transform'
import { type Chiplet, usableGraph } from '../../qec/noise/vetoes'
import { faultCount } from '../../qec/proof/fault-locations'
import { preservesFaultTolerance } from '../../qec/proof/verdict'
import { type Selection, type SelectionContext, selectModule, type Verdict } from '../../qec/search/enumerate/select'
import { NO_REMEDY, obstacleOf, scheduleReason } from '../../qec/search/explain/obstacle'
import {
  pastFigures,
  recentSnapshots,
  roundStability,
  type Stability,
  stabilityOf,
} from '../../qec/search/explain/stability'
import { Shapes } from '../../qec/search/model/compiled-shapes'
import type { NotFound } from '../model/module'

export interface SearchedChiplet {
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

export type ChipletSearch = SearchedChiplet | NotFound

/** Vetoes first, then the best layout of what is left, then its faults and its history. */
export function resolveChiplet(
  device: DeviceState,
  chiplet: Chiplet,
  memory: Memory,
  checkpoint: () => void,
): ChipletSearch {
  const { profile, current, snapshots } = device
  const usable = usableGraph(profile, current, chiplet)
  const { vetoes } = usable
  const noise = noiseModel(profile, current)
  const protocol = protocolsOf(profile)[0]!
  const selecting = { ...memory, verdict: memory.verdictOf(protocol) }
  const selection = selectModule(usable.graph, noise, selecting, checkpoint)
  if (selection.best === null) {
    const found = selection.candidates.length
    const name = `chiplet ${chiplet.chiplet_id}`
    const obstacle =
      found > 0
        ? { ...NO_REMEDY, status: 'disqualified' as const, reason: scheduleReason(name, found) }
        : obstacleOf(name, usable, checkpoint)
    return { found: false, chiplet, vetoes, ...obstacle }
  }
  const compiled = selection.best.round
  checkpoint()
  const recent = recentSnapshots(snapshots, current)
  const stability = stabilityOf(compiled, profile, recent)
  checkpoint()
  const past = pastFigures(profile, chiplet, recent)
  const { sites } = selection.outcome.figures
  const candidate_stability = selection.candidates.map(({ round }) => roundStability(round, sites, past))
  const verdict = passedVerdict(compiled, protocol)
  return { found: true, chiplet, vetoes, selection, compiled, noise, verdict, stability, candidate_stability }
}

/** Fault enumeration has passed every selected round; its cases are counted, and enumerated again only where the tables are needed. */
const passedVerdict = (round: CompiledRound, protocol: Protocol): FaultVerdict => ({
  protocol,
  ft_preserved: true,
  cases: faultCount(round, protocol),
  failures: 0,
  counterexample: null,
})

/** What is remembered whatever the calibration says. */
export interface Memory extends Pick<SelectionContext, 'verdict' | 'shapes'> {
  /** With the protocol's decoder; runs of a module use the same. `verdict` is that of `adaptive`. */
  readonly verdictOf: (protocol: Protocol) => Verdict
}

/**
 * Verdicts by what the circuit does: it is fault tolerant or not whatever the calibration says. Only the verdict is
 * remembered, never the report: its tables name sites and idle windows, which differ between rounds of one key.
 */
export function newMemory(): Memory {
  const known = { adaptive: new Map<string, boolean>(), 'cyclic-window': new Map<string, boolean>() }
  const verdictOf =
    (protocol: Protocol): Verdict =>
    (key, compiled) =>
      known[protocol].get(key) ?? judge(key, compiled(), protocol, known[protocol])
  return { shapes: new Shapes(), verdict: verdictOf('adaptive'), verdictOf }
}

const VERDICTS_KEPT = 20_000

function judge(key: string, round: Circuit, protocol: Protocol, known: Map<string, boolean>): boolean {
  const ft_preserved = preservesFaultTolerance(round, protocol)
  if (known.size >= VERDICTS_KEPT) known.clear()
  known.set(key, ft_preserved)
  return ft_preserved
}
