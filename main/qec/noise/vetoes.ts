/**
 * The only place where minimum values apply: a part that is below one, out of service, or without a needed figure leaves
 * the graph with a veto that names it.
 */
import type { MadeCz } from '../../contract/calibration/compound-cz'
import { pairKey } from '../../contract/calibration/compound-cz'
import { type DeviceProfile, MEASURE_AND_FLIP } from '../../contract/calibration/device-profile'
import { figureName } from '../../contract/calibration/figure-names'
import type { CalibrationQubit, CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { labelled, labelledPair, labelsOf, type QubitLabels } from '../../contract/model/qubit-labels'
import type { Veto } from '../../contract/modules/diagnostics'
import { type LayoutDemands, NO_DEMANDS } from '../../contract/modules/layout-demands'
import { roundedTo, shortest } from '../../contract/numbers/number-text'
import type { Graph } from '../model/round'
import { gateName, madeOf } from './figure-names'
import { czRecords } from './transform'

/** `demands`: what its layout must and must not use; left out where nothing is demanded. */
export type Chiplet = DeviceProfile['chiplets'][number] & { readonly demands?: LayoutDemands | undefined }

export interface UsableGraph {
  /** The remaining graph. */
  readonly graph: Graph
  /** Every part that was removed, named. */
  readonly vetoes: readonly Veto[]
  /** The chiplet as drawn, vetoes ignored: what the topology alone would allow. */
  readonly drawn: Graph
  /** The vendor's names of the device's qubits. */
  readonly labels: QubitLabels
}

const QUBIT_FIGURES = [
  { figure: 'fidelity_1q', unit: '', assumable: false },
  { figure: 'readout_fidelity', unit: '', assumable: false },
  { figure: 'reset_fidelity', unit: '', assumable: true },
  { figure: 't1_us', unit: ' µs', assumable: false },
  { figure: 't2_us', unit: ' µs', assumable: false },
] as const

/**
 * Figures asked of a chiplet without any T2 (Google publishes none): T2 then stays unknown, bounded by 2·T1. Where some
 * qubits have a T2, one without it would look like the best of them, so it is vetoed.
 */
const WITHOUT_T2 = QUBIT_FIGURES.filter(({ figure }) => figure !== 't2_us')

/** Couplings between two qubits of the chiplet, and all its qubits. */
export function drawnGraph(profile: DeviceProfile, chiplet: Chiplet): Graph {
  const inside = new Set(chiplet.qubits)
  const pairs = profile.couplings.filter(([a, b]) => a !== b && inside.has(a) && inside.has(b))
  const unique = new Map(pairs.map(([a, b]) => [pairKey(a, b), [Math.min(a, b), Math.max(a, b)] as const]))
  return { sites: [...inside].sort((a, b) => a - b), edges: [...unique.values()] }
}

/** The chiplet without the parts that must not be used, each veto named by site, figure, value and threshold. */
export function usableGraph(profile: DeviceProfile, snapshot: CalibrationSnapshot, chiplet: Chiplet): UsableGraph {
  const drawn = drawnGraph(profile, chiplet)
  const qubits = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit]))
  const records = czRecords(snapshot, new Set(chiplet.qubits))
  const asked = drawn.sites.some(site => qubits.get(site)?.t2_us != null) ? QUBIT_FIGURES : WITHOUT_T2
  const vetoes = [
    ...drawn.sites.flatMap(site => qubitVetoes({ site, qubit: qubits.get(site) }, asked, profile)),
    ...drawn.edges.flatMap(([a, b]) => edgeVeto([a, b], records.get(pairKey(a, b)), profile) ?? []),
    ...excludedVetoes(profile, chiplet.demands),
  ]
  const graph = withoutVetoed(drawn, new Set(vetoes.map(({ site }) => site)))
  return { drawn, graph, vetoes, labels: labelsOf(profile.qubits) }
}

export const qubitName = (site: number): string => `qubit:${site}`
export const edgeName = (a: number, b: number): string => `edge:${pairKey(a, b)}`

/** The graph without the named parts; an edge goes with either of its qubits. */
export function withoutVetoed({ sites, edges }: Graph, vetoed: ReadonlySet<string>): Graph {
  const left = new Set(sites.filter(site => !vetoed.has(qubitName(site))))
  return {
    sites: [...left],
    edges: edges.filter(([a, b]) => left.has(a) && left.has(b) && !vetoed.has(edgeName(a, b))),
  }
}

function qubitVetoes(
  { site, qubit }: { readonly site: number; readonly qubit: CalibrationQubit | undefined },
  asked: readonly (typeof QUBIT_FIGURES)[number][],
  profile: DeviceProfile,
): Veto[] {
  const name = qubitName(site)
  const label = `Qubit ${labelled(site, labelsOf(profile.qubits))}`
  if (qubit === undefined) return [absent(name, 'calibration', `${label} is not in the calibration.`)]
  if (qubit.out_of_service !== null) return [outOfService(name, label, qubit.out_of_service)]
  const limit = asked === WITHOUT_T2 ? limitVeto({ site: name, label }, qubit, profile) : []
  return [
    ...asked.flatMap(figure => figureVeto({ site: name, label, value: qubit[figure.figure] }, figure, profile)),
    ...limit,
  ]
}

/** Vetoes a qubit without T2 whose limit 2·T1 is already below the threshold of T2. */
function limitVeto(
  { site, label }: { readonly site: string; readonly label: string },
  { t1_us }: CalibrationQubit,
  { thresholds }: DeviceProfile,
): Veto[] {
  if (t1_us === null || 2 * t1_us >= thresholds.t2_us) return []
  const what = `${label}: T2 is not published; its limit 2·T1 of`
  return [below({ site, figure: 't2_us', value: 2 * t1_us, threshold: thresholds.t2_us, what, unit: ' µs' })]
}

function figureVeto(
  { site, label, value }: { readonly site: string; readonly label: string; readonly value: number | null },
  { figure, unit, assumable }: (typeof QUBIT_FIGURES)[number],
  profile: DeviceProfile,
): Veto[] {
  if (value === null && !assumable)
    return [absent(site, figure, `${label} has no published ${figureName(figure)}, and none is invented.`)]
  const judged = value ?? profile.assumed.reset_fidelity
  // Such a reset is made of the qubit's readout and pulse, which have thresholds of their own.
  if (judged === MEASURE_AND_FLIP) return []
  const threshold = profile.thresholds[figure]
  return judged < threshold
    ? [below({ site, figure, value: judged, threshold, what: `${label}: ${figureName(figure)}`, unit })]
    : []
}

function edgeVeto([a, b]: readonly [number, number], made: MadeCz | undefined, profile: DeviceProfile): Veto | null {
  const site = edgeName(a, b)
  const label = `Edge ${labelledPair(a, b, { labels: labelsOf(profile.qubits) })}`
  if (made === undefined) return absent(site, 'cz_fidelity', `${label} has no gate in the calibration that makes a CZ.`)
  const { edge, whole } = made
  const name = edge.gate === 'cz' ? 'CZ' : gateName(edge.gate)
  if (edge.out_of_service !== null) return outOfService(site, label, edge.out_of_service)
  if (whole === null)
    return absent(site, 'cz_fidelity', `${label} has no published ${name} fidelity, and none is invented.`)
  const threshold = profile.thresholds.cz_fidelity
  const what = edge.gate === 'cz' ? `${label}: CZ fidelity` : `${label}: CZ fidelity, made of ${madeOf(made)},`
  return 1 - whole < threshold
    ? below({ site, figure: 'cz_fidelity', value: 1 - whole, threshold, what, unit: '' })
    : null
}

/** Parts excluded by a request count as vetoed, so that they are named wherever vetoes are. */
function excludedVetoes({ qubits }: DeviceProfile, demands: LayoutDemands = NO_DEMANDS): Veto[] {
  const labels = labelsOf(qubits)
  const left = (site: string, what: string) => absent(site, 'excluded', `${what} is excluded by the request.`)
  return [
    ...demands.excluded_qubits.map(site => left(qubitName(site), `Qubit ${labelled(site, labels)}`)),
    ...demands.excluded_couplings.map(([a, b]) => left(edgeName(a, b), `Edge ${labelledPair(a, b, { labels })}`)),
  ]
}

const absent = (site: string, figure: string, message: string): Veto => ({
  site,
  figure,
  value: null,
  threshold: null,
  message,
})

const outOfService = (site: string, label: string, why: string): Veto =>
  absent(site, 'out_of_service', `${label} is out of service: ${why}.`.replace(/\.\.$/, '.'))

interface LowFigure {
  readonly site: string
  readonly figure: string
  readonly value: number
  readonly threshold: number
  readonly what: string
  readonly unit: string
}

const below = ({ site, figure, value, threshold, what, unit }: LowFigure): Veto => ({
  site,
  figure,
  value,
  threshold,
  message: `${what} ${shortBelow(value, threshold)}${unit} is below the threshold ${threshold}${unit}.`,
})

/** The value with as few digits (at least three) as still show that it is below the threshold. */
function shortBelow(value: number, threshold: number): string {
  let digits = 3
  while (digits < MAX_DIGITS && roundedTo(value, digits) >= threshold) digits++
  return shortest(value, digits)
}

const MAX_DIGITS = 17
