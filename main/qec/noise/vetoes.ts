/** Minimum values act only here: a part below one of them, dead, or without a needed figure leaves the graph by name. */
import type { CalibrationEdge, CalibrationQubit, CalibrationSnapshot, DeviceProfile } from '../../contract/calibration/snapshot'
import type { Veto } from '../../contract/modules'
import type { Graph } from '../model/round'
import { figureName } from './names'
import { czRecords, pairKey } from './transform'

export type Chiplet = DeviceProfile['chiplets'][number]

export interface UsableGraph {
  /** What is left. */
  readonly graph: Graph
  /** Everything that is not, named. */
  readonly vetoes: readonly Veto[]
  /** The chiplet as drawn, vetoes ignored: what the topology alone would allow. */
  readonly drawn: Graph
}

const QUBIT_FIGURES = [
  { figure: 'fidelity_1q', unit: '', assumable: false },
  { figure: 'readout_fidelity', unit: '', assumable: false },
  { figure: 'reset_fidelity', unit: '', assumable: true },
  { figure: 't1_us', unit: ' µs', assumable: false },
  { figure: 't2_us', unit: ' µs', assumable: false },
] as const

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
  const vetoes = [
    ...drawn.sites.flatMap(site => qubitVetoes(site, qubits.get(site), profile)),
    ...drawn.edges.flatMap(([a, b]) => edgeVeto(pairKey(a, b), records.get(pairKey(a, b)), profile) ?? []),
  ]
  return { drawn, graph: withoutVetoed(drawn, new Set(vetoes.map(({ site }) => site))), vetoes }
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

function qubitVetoes(site: number, qubit: CalibrationQubit | undefined, profile: DeviceProfile): Veto[] {
  const name = qubitName(site)
  if (qubit === undefined) return [absent(name, 'calibration', `Qubit ${site} is not in the calibration.`)]
  if (qubit.out_of_service !== null) return [outOfService(name, `Qubit ${site}`, qubit.out_of_service)]
  return QUBIT_FIGURES.flatMap(figure => figureVeto(name, `Qubit ${site}`, qubit[figure.figure], figure, profile))
}

function figureVeto(
  site: string,
  label: string,
  value: number | null,
  { figure, unit, assumable }: (typeof QUBIT_FIGURES)[number],
  profile: DeviceProfile,
): Veto[] {
  if (value === null && !assumable)
    return [absent(site, figure, `${label} has no published ${figureName(figure)}, and none is invented.`)]
  const judged = value ?? profile.assumed.reset_fidelity
  const threshold = profile.thresholds[figure]
  return judged < threshold ? [below(site, figure, judged, threshold, `${label}: ${figureName(figure)}`, unit)] : []
}

function edgeVeto(pair: string, edge: CalibrationEdge | undefined, profile: DeviceProfile): Veto | null {
  const site = `edge:${pair}`
  if (edge === undefined) return absent(site, 'cz_fidelity', `Edge ${pair} has no CZ in the calibration.`)
  if (edge.out_of_service !== null) return outOfService(site, `Edge ${pair}`, edge.out_of_service)
  if (edge.fidelity === null)
    return absent(site, 'cz_fidelity', `Edge ${pair} has no published CZ fidelity, and none is invented.`)
  const threshold = profile.thresholds.cz_fidelity
  return edge.fidelity < threshold
    ? below(site, 'cz_fidelity', edge.fidelity, threshold, `Edge ${pair}: CZ fidelity`, '')
    : null
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

const below = (site: string, figure: string, value: number, threshold: number, what: string, unit: string): Veto => ({
  site,
  figure,
  value,
  threshold,
  message: `${what} ${shortBelow(value, threshold)}${unit} is below the threshold ${threshold}${unit}.`,
})

/** As few digits as still say that it is below, three at least. */
function shortBelow(value: number, threshold: number): string {
  let digits = 3
  while (digits < MOST_DIGITS && Number(value.toPrecision(digits)) >= threshold) digits++
  return String(Number(value.toPrecision(digits)))
}

const MOST_DIGITS = 17
