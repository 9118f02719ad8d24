/** Layouts that would be there but for vetoes: what they would give, and which parts stand in the way. */
import type { CalibrationQubit, CalibrationSnapshot, DeviceProfile } from '../../../contract/calibration/snapshot'
import type { Veto } from '../../../contract/modules'
import type { Layout, RoundPlan } from '../../model/round'
import { figureName, partWords } from '../../noise/names'
import { czRecords, noiseModel, pairKey } from '../../noise/transform'
import { sitesOf } from '../../noise/score'
import { type Chiplet, edgeName, qubitName, type UsableGraph, usableGraph } from '../../noise/vetoes'
import { planOf } from '../enumerate/round-plan'
import type { Figures } from '../model/figures'
import { usesOf } from './fixes'
import type { Round } from '../rounds'
import { searchRounds } from '../search'
import { judged, type Selecting } from '../enumerate/select'

export interface Disqualified {
  readonly layout: Layout
  readonly plan: RoundPlan
  readonly round: Round
  readonly ft_preserved: boolean
  /** Of the parts that it uses. */
  readonly vetoes: readonly Veto[]
  /** Whether every figure that its Δ_round rests on is published or assumed; else parts without any count as faultless. */
  readonly known: boolean
  readonly reason: string
}

const NAMED = 10
const LOOK = { branches: 4_000, steps: 250_000, steps_in_all: 5_000_000, extractions: 15_000, candidates: 24 }

/**
 * The best layouts found that use a vetoed part, least Δ_round first. A part that is out of service, or lacks a figure, counts as
 * faultless: nothing is known that would be fair to charge. Yields between steps.
 */
export function* disqualifiedLayouts(
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
  chiplet: Chiplet,
  selecting: Pick<Selecting, 'verdict' | 'shapes'>,
): Generator<void, Disqualified[]> {
  const usable = usableGraph(profile, snapshot, chiplet)
  if (usable.vetoes.length === 0) return []
  const noise = noiseModel(profile, faultless(snapshot, usable))
  const { rounds, figures } = yield* searchRounds(usable.drawn, noise, selecting.shapes, LOOK)
  const found: Disqualified[] = []
  for (const round of rounds) {
    const plan = yield* planOf(round, figures, usable.drawn, noise)
    const vetoes = vetoesOn(round, plan.layout, figures, usable.vetoes)
    if (vetoes.length === 0) continue
    const ft_preserved = yield* judged(plan, noise, selecting.verdict)
    const known = vetoes.every(({ threshold }) => threshold !== null)
    found.push({ layout: plan.layout, plan, round, ft_preserved, vetoes, known, reason: reasonOf(vetoes) })
    if (found.length === NAMED) break
    yield
  }
  return found
}

function vetoesOn(round: Round, layout: Layout, figures: Figures, vetoes: readonly Veto[]): Veto[] {
  const { sites } = figures
  const pairs = [...usesOf(round, figures).cz.keys()]
  const edges = pairs.map(at => edgeName(sites[Math.floor(at / sites.length)]!, sites[at % sites.length]!))
  const used = new Set([...sitesOf(layout).map(qubitName), ...edges])
  return vetoes.filter(({ site }) => used.has(site))
}

function reasonOf(vetoes: readonly Veto[]): string {
  const parts = [...new Set(vetoes.map(({ site }) => site))]
  const what =
    parts.length === 1 ? `It uses ${partWords(parts[0]!)}, which is vetoed.` : `It uses ${parts.length} vetoed parts.`
  return `${what} ${vetoes.map(needOf).join(' ')}`
}

function needOf({ message, site, figure, threshold }: Veto): string {
  if (threshold !== null) return `${message} It would do at ${threshold} or more.`
  return figure === 'out_of_service'
    ? `${message} It would have to be put back in service.`
    : `${message} A ${figureName(figure)} of ${partWords(site)} would have to be published.`
}

/** The snapshot with nothing charged to parts that are out of service, absent, or without a figure. */
function faultless(snapshot: CalibrationSnapshot, { drawn, vetoes }: UsableGraph): CalibrationSnapshot {
  const unknown = new Map(vetoes.filter(({ threshold }) => threshold === null).map(veto => [veto.site, veto]))
  const qubits = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit]))
  const edges = czRecords(snapshot)
  return {
    ...snapshot,
    qubits: drawn.sites.map(site => {
      const known = qubits.get(site)
      return unknown.has(qubitName(site)) || !known ? faultlessQubit(site, known) : known
    }),
    edges: drawn.edges.map(([a, b]) => {
      const known = edges.get(pairKey(a, b))
      if (known && !unknown.has(edgeName(a, b))) return known
      return { a, b, gate: 'cz', fidelity: 1, duration_ns: known?.duration_ns ?? null, out_of_service: null }
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
