/** Layouts that would be there but for vetoes: what they would give, and which parts stand in the way. */
import { pairKey } from '../../../contract/calibration/compound-cz'
import type { DeviceProfile } from '../../../contract/calibration/device-profile'
import { figureName } from '../../../contract/calibration/figure-names'
import type { CalibrationQubit, CalibrationSnapshot } from '../../../contract/calibration/snapshot'
import type { QubitLabels } from '../../../contract/model/qubit-labels'
import type { Veto } from '../../../contract/modules/diagnostics'
import type { Layout, RoundPlan } from '../../model/round'
import { partWords } from '../../noise/figure-names'
import { sitesOf } from '../../noise/score'
import { czRecords, noiseModel } from '../../noise/transform'
import { type Chiplet, edgeName, qubitName, type UsableGraph, usableGraph } from '../../noise/vetoes'
import { searchRounds } from '../enumerate/branch-and-bound'
import type { PlacedRound } from '../enumerate/placement-task'
import { planOf } from '../enumerate/round-plan'
import { isPlanFaultTolerant, type SelectionContext } from '../enumerate/select'
import type { Figures } from '../model/figures'
import { usesOf } from './fixes'

export interface Disqualified {
  readonly layout: Layout
  readonly plan: RoundPlan
  readonly round: PlacedRound
  readonly ft_preserved: boolean
  /** Vetoes of the parts that the layout uses. */
  readonly vetoes: readonly Veto[]
  /** Whether every figure that its Δ_round rests on is published or assumed; else parts without any count as faultless. */
  readonly known: boolean
  readonly reason: string
}

export interface Screened {
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
  readonly chiplet: Chiplet
}

const NAMED = 10
const LOOK = { branches: 4_000, steps: 250_000, steps_in_all: 5_000_000, extractions: 15_000, candidates: 24 }

/**
 * The best layouts found that use a vetoed part, least Δ_round first. Nothing is charged for a part that is out of service, nor for a
 * figure that is not published, as nothing is known that could be charged.
 */
export function disqualifiedLayouts(
  { profile, snapshot, chiplet }: Screened,
  { isFaultTolerant, shapes }: Pick<SelectionContext, 'isFaultTolerant' | 'shapes'>,
  checkpoint: () => void,
): Disqualified[] {
  const usable = usableGraph(profile, snapshot, chiplet)
  if (usable.vetoes.length === 0) return []
  const noise = noiseModel(profile, faultless(snapshot, usable))
  const drawn = { graph: usable.drawn, noise }
  const { rounds, figures } = searchRounds({ ...drawn, shapes, limits: LOOK }, checkpoint)
  const found: Disqualified[] = []
  for (const round of rounds) {
    const plan = planOf(round, { figures, ...drawn, checkpoint })
    const used = partsUsed(round, plan.layout, figures)
    const vetoes = usable.vetoes.filter(({ site }) => used.has(site))
    if (vetoes.length === 0) continue
    const ft_preserved = isPlanFaultTolerant(plan, noise, isFaultTolerant)
    const known = vetoes.every(({ threshold }) => threshold !== null)
    found.push({
      layout: plan.layout,
      plan,
      round,
      ft_preserved,
      vetoes,
      known,
      reason: reasonOf(vetoes, usable.labels),
    })
    if (found.length === NAMED) break
  }
  return found
}

/** Names of the qubits and couplings that a round uses. */
function partsUsed(round: PlacedRound, layout: Layout, figures: Figures): ReadonlySet<string> {
  const { sites } = figures
  const pairs = [...usesOf(round, figures).cz.keys()]
  const edges = pairs.map(at => edgeName(sites[Math.floor(at / sites.length)]!, sites[at % sites.length]!))
  return new Set([...sitesOf(layout).map(qubitName), ...edges])
}

function reasonOf(vetoes: readonly Veto[], labels: QubitLabels): string {
  const parts = [...new Set(vetoes.map(({ site }) => site))]
  const what =
    parts.length === 1
      ? `It uses ${partWords(parts[0]!, labels)}, which is vetoed.`
      : `It uses ${parts.length} vetoed parts.`
  return `${what} ${vetoes.map(veto => needOf(veto, labels)).join(' ')}`
}

function needOf({ message, site, figure, threshold }: Veto, labels: QubitLabels): string {
  if (threshold !== null) return `${message} It would do at ${threshold} or more.`
  return figure === 'out_of_service'
    ? `${message} It would have to be put back in service.`
    : `${message} A ${figureName(figure)} of ${partWords(site, labels)} would have to be published.`
}

/** The snapshot with faultless figures for parts that are out of service or not listed, and in place of figures that are not published. */
function faultless(snapshot: CalibrationSnapshot, { drawn, vetoes }: UsableGraph): CalibrationSnapshot {
  const unknown = new Map(vetoes.filter(({ threshold }) => threshold === null).map(veto => [veto.site, veto]))
  const qubits = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit]))
  const made = czRecords(snapshot)
  return {
    ...snapshot,
    qubits: drawn.sites.map(site => {
      const known = qubits.get(site)
      return unknown.has(qubitName(site)) || !known ? faultlessQubit(site, known) : known
    }),
    edges: drawn.edges.map(([a, b]) => {
      const known = made.get(pairKey(a, b))?.edge
      if (known && !unknown.has(edgeName(a, b))) return known
      const gate = known?.gate ?? 'cz'
      return { a, b, gate, fidelity: 1, duration_ns: known?.duration_ns ?? null, out_of_service: null }
    }),
  }
}

function faultlessQubit(index: number, known: CalibrationQubit | undefined): CalibrationQubit {
  const trusted = known?.out_of_service === null ? known : undefined
  return {
    index,
    label: known?.label ?? String(index),
    t1_us: trusted?.t1_us ?? Number.POSITIVE_INFINITY,
    t2_us: trusted?.t2_us ?? Number.POSITIVE_INFINITY,
    t2_echo_us: null,
    fidelity_1q: trusted?.fidelity_1q ?? 1,
    readout_fidelity: trusted?.readout_fidelity ?? 1,
    reset_fidelity: trusted ? trusted.reset_fidelity : 1,
    gate_1q_length_ns: known?.gate_1q_length_ns ?? null,
    readout_length_ns: known?.readout_length_ns ?? null,
    reset_length_ns: known?.reset_length_ns ?? null,
    out_of_service: null,
  }
}
