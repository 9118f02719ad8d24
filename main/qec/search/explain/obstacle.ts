/**
 * Why a search found no round on a chiplet, in plain words: the topology, the vetoed parts, a limit or the schedules.
 */
import { figureName } from '../../../contract/calibration/figure-names'
import { labelledPair, type QubitLabels } from '../../../contract/model/qubit-labels'
import type { Veto } from '../../../contract/modules/diagnostics'
import type { Graph } from '../../model/round'
import { partWords } from '../../noise/figure-names'
import type { UsableGraph } from '../../noise/vetoes'
import { adjacency, type Survey } from '../model/connected-sets'
import { type Coupling, liftedVetoes, missingCouplings, type Remedy, surveyOf } from './remedies'

export interface Obstacle {
  readonly status: 'no_embedding' | 'disqualified'
  readonly reason: string
  /** Vetoes of parts that each, lifted alone, would give a layout back; empty when no single part decides. */
  readonly decisive: readonly Veto[]
  /**
   * Where no single part decides: vetoes of parts that, lifted together, would give a layout back, none of which can be
   * spared. Empty where too many parts are vetoed.
   */
  readonly decisive_together: readonly Veto[]
  /** Couplings that each, added alone to the topology, would allow a layout; empty when none was found. */
  readonly couplings: readonly Coupling[]
  /** Where no single coupling is enough: couplings that are enough together; empty when none were found. */
  readonly couplings_together: readonly Coupling[]
}

/** The remedies of an obstacle for which none were searched for. */
export const NO_REMEDY = { decisive: [], decisive_together: [], couplings: [], couplings_together: [] } as const

const QUBITS_NEEDED = 7

/** Obstacle on a chiplet where the search found no round: its topology, a limit of work, or its vetoed parts. */
export function obstacleOf(name: string, usable: UsableGraph, checkpoint: () => void): Obstacle {
  const { drawn, graph } = usable
  const survey = surveyOf(adjacency(drawn), checkpoint)
  if (survey.smallest === null) return topologyObstacle(usable, topologyReason(name, drawn, survey), checkpoint)
  const left = surveyOf(adjacency(graph), checkpoint)
  if (left.smallest !== null) return { ...NO_REMEDY, status: 'no_embedding', reason: limitReason(name) }
  const lifted = liftedVetoes(usable, checkpoint)
  const remedy = { decisive: lifted.alone, decisive_together: lifted.together }
  return { ...NO_REMEDY, ...remedy, status: 'disqualified', reason: vetoReason(name, usable, lifted) }
}

/**
 * Looks for couplings that would be enough with the vetoes in place; where there are none, for some without the vetoes.
 */
function topologyObstacle(usable: UsableGraph, why: string, checkpoint: () => void): Obstacle {
  const { drawn, graph, vetoes, labels } = usable
  if (drawn.sites.length < QUBITS_NEEDED) return { ...NO_REMEDY, status: 'no_embedding', reason: why }
  const asItIs = missingCouplings(graph, drawn.edges, checkpoint)
  const enough = vetoes.length === 0 || isFound(asItIs)
  const missing = enough ? asItIs : missingCouplings(drawn, drawn.edges, checkpoint)
  const besides = enough || !isFound(missing) ? '' : ' The vetoed parts would have to be lifted besides.'
  const remedy = { couplings: missing.alone, couplings_together: missing.together }
  return { ...NO_REMEDY, ...remedy, status: 'no_embedding', reason: `${why}${changeReason(missing, labels)}${besides}` }
}

const isFound = ({ alone, together }: Remedy<Coupling>): boolean => alone.length + together.length > 0

function changeReason({ alone, together }: Remedy<Coupling>, labels: QubitLabels): string {
  const nameOf = ([a, b]: Coupling): string => labelledPair(a, b, { labels })
  if (alone.length > 0) return ` One further coupling would allow one, e.g. ${alone.map(nameOf).join(' or ')}.`
  const none = ' No single further coupling that would allow one was found'
  if (together.length === 0) return `${none}, nor a few together.`
  const fewer = together.length > 2 ? '; fewer may do' : ''
  return `${none}; ${together.length} together would, e.g. ${together.map(nameOf).join(' and ')}${fewer}.`
}

function topologyReason(name: string, { sites }: Graph, survey: Survey): string {
  const lead = `The couplings of ${name} allow no layout`
  if (sites.length < QUBITS_NEEDED)
    return `${lead}: it has ${sites.length} qubits, and a layout needs at least ${QUBITS_NEEDED}.`
  const need =
    'The ancilla needs a connected set of sites with six further neighbours, five for the data qubits and one for the flag'
  const extent = survey.complete
    ? 'no connected set of its sites that leaves six others'
    : `no connected set of up to ${survey.largest} sites`
  return `${lead}. ${need}; ${extent} has more than ${survey.widest}.`
}

function vetoReason(
  name: string,
  { vetoes, labels }: UsableGraph,
  { alone: decisive, together }: Remedy<Veto>,
): string {
  const lead = `The couplings of ${name} would allow a layout, but the vetoed parts leave none`
  if (decisive.length === 0)
    return `${lead}. No single veto decides: ${vetoesInBrief(vetoes)}${togetherReason(together, labels)}`
  const which = decisive.length === 1 ? 'This veto alone stands in the way' : 'Lifting any one of these would be enough'
  return `${lead}. ${which}: ${messagesOf(decisive)}`
}

function togetherReason(together: readonly Veto[], labels: QubitLabels): string {
  if (together.length === 0) return ''
  const sites = [...new Set(together.map(({ site }) => site))]
  const which =
    sites.length > VETOES_SPELT
      ? `those of ${sites.length} parts`
      : `those of ${sites.map(site => partWords(site, labels)).join(', ')}`
  return ` Lifting ${which} together would be enough, and none of them can be spared.`
}

/** A reason spells out at most so many vetoes or vetoed parts; it counts a greater number. */
const VETOES_SPELT = 6

const messagesOf = (vetoes: readonly Veto[]): string => vetoes.map(({ message }) => message).join(' ')

const vetoesInBrief = (vetoes: readonly Veto[]): string =>
  vetoes.length > VETOES_SPELT ? countsOf(vetoes) : messagesOf(vetoes)

/** E.g. `2 for T2 and 14 for CZ fidelity.` */
function countsOf(vetoes: readonly Veto[]): string {
  const figures = [...new Set(vetoes.map(({ figure }) => figure))]
  const counts = figures.map(
    figure =>
      `${vetoes.filter(veto => veto.figure === figure).length} ${COUNTED_AS[figure] ?? `for ${figureName(figure)}`}`,
  )
  return `${counts.join(' and ')}.`
}

const COUNTED_AS: Readonly<Record<string, string>> = {
  out_of_service: 'out of service',
  calibration: 'not in the calibration',
}

const limitReason = (name: string): string =>
  `The search of ${name} reached its limit of work before it found a round. Its couplings allow a layout: a smaller chiplet of the same qubits may be searched to the end.`

/** Reason for a chiplet on which layouts exist and every schedule fails fault enumeration. */
export const scheduleReason = (name: string, scored: number): string =>
  `Fault enumeration rejects every one of the ${scored} best schedules found on ${name}: a single fault would leave a logical error.`
