/** Why a chiplet carries no layout, in plain words: the topology alone, or the parts that vetoes removed. */
import type { Veto } from '../contract/modules'
import { type Adjacency, adjacency, ancillaRegions, newSurvey, type Survey } from './connected'
import type { Limits } from './layouts'
import { LIMITS } from './layouts'
import type { Graph } from './model'
import { type UsableGraph, withoutVetoed } from './vetoes'

export interface Obstacle {
  readonly status: 'no_embedding' | 'disqualified'
  readonly reason: string
  /** Vetoes any one of which, lifted alone, would give a layout back; empty when no single one decides. */
  readonly decisive: readonly Veto[]
}

const QUBITS_NEEDED = 7
/** Vetoed parts tried one by one; a chiplet with more is not one part short of a layout. */
const PARTS_TRIED = 64

/** Looks for any layout at all; stops at the first size that gives one. */
export function* surveyOf(graph: Adjacency, limits: Limits = LIMITS): Generator<void, Survey> {
  const survey = newSurvey()
  for (const found of ancillaRegions(graph, survey, limits)) {
    if (found.length > 0) break
    yield
  }
  return survey
}

/** What stands in the way on a chiplet whose usable graph has no layout. */
export function* obstacleOf(name: string, usable: UsableGraph): Generator<void, Obstacle> {
  const { drawn, vetoes } = usable
  const survey = yield* surveyOf(adjacency(drawn))
  if (survey.smallest === null)
    return { status: 'no_embedding', reason: topologyReason(name, drawn, survey), decisive: [] }
  const decisive = yield* decisiveVetoes(usable)
  return { status: 'disqualified', reason: vetoReason(name, vetoes, decisive), decisive }
}

function* decisiveVetoes({ drawn, vetoes }: UsableGraph): Generator<void, Veto[]> {
  const parts = [...new Set(vetoes.map(({ site }) => site))]
  if (parts.length > PARTS_TRIED) return []
  const decisive = new Set<string>()
  for (const part of parts) {
    const others = new Set(parts.filter(other => other !== part))
    const survey = yield* surveyOf(adjacency(withoutVetoed(drawn, others)))
    if (survey.smallest !== null) decisive.add(part)
  }
  return vetoes.filter(({ site }) => decisive.has(site))
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

function vetoReason(name: string, vetoes: readonly Veto[], decisive: readonly Veto[]): string {
  const lead = `The couplings of ${name} would allow a layout, but the vetoed parts leave none`
  if (decisive.length === 0)
    return `${lead}. No single veto decides: ${vetoes.length > VETOES_SPELT ? countsOf(vetoes) : messagesOf(vetoes)}`
  const which = decisive.length === 1 ? 'This veto alone stands in the way' : 'Lifting any one of these would be enough'
  return `${lead}. ${which}: ${messagesOf(decisive)}`
}

/** More vetoes than this are counted, not spelt out, in a reason; all of them are listed beside it. */
const VETOES_SPELT = 6

const messagesOf = (vetoes: readonly Veto[]): string => vetoes.map(({ message }) => message).join(' ')

/** E.g. `2 for t2_us and 14 for cz_fidelity.` */
function countsOf(vetoes: readonly Veto[]): string {
  const figures = [...new Set(vetoes.map(({ figure }) => figure))]
  const counts = figures.map(figure => `${vetoes.filter(veto => veto.figure === figure).length} for ${figure}`)
  return `${counts.join(' and ')}.`
}

/** Reason for a chiplet on which layouts exist and every schedule fails fault enumeration. */
export const scheduleReason = (name: string, scored: number): string =>
  `Fault enumeration rejects every one of the ${scored} best schedules found on ${name}: a single fault would leave a logical error.`
