/** Warnings about CZs made of other gates, and about figures that include more than the gate. */
import type { MadeCz } from '../../../contract/calibration/compound-cz'
import { pairKey } from '../../../contract/calibration/compound-cz'
import type { CalibrationSnapshot } from '../../../contract/calibration/snapshot'
import type { Warning } from '../../../contract/model/primitives'
import { labelledPair, type QubitLabels } from '../../../contract/model/qubit-labels'
import { significant } from '../../../contract/numbers/number-text'
import type { CompiledRound } from '../../model/round'
import { gateName, madeOf } from '../../noise/figure-names'
import { czRecords } from '../../noise/transform'

/** Most edges that a warning names; the others are counted. */
const SPELT = 12

/** How the edges that a round uses make their CZs, by edge. */
function usedCzs({ flagged, repeat, layout }: CompiledRound, snapshot: CalibrationSnapshot): MadeCz[] {
  const sites = new Set([...layout.data, layout.ancilla, layout.flag, ...layout.routing])
  const made = czRecords(snapshot, sites)
  const czs = [...flagged, repeat].flatMap(({ ops }) => ops).filter(({ gate }) => gate === 'CZ')
  const keys = [...new Set(czs.map(op => pairKey(op.sites[0]!, op.sites[1]!)))]
  return keys.flatMap(key => made.get(key) ?? [])
}

const naming =
  (labels: QubitLabels | undefined) =>
  ({ edge: { a, b } }: MadeCz): string =>
    labelledPair(a, b, { labels })

const some = (names: readonly string[]): string =>
  names.length <= SPELT ? names.join(', ') : `${names.slice(0, SPELT).join(', ')} and ${names.length - SPELT} more`

/** Which native gate was chosen on which edge; null where every CZ is a CZ. */
export function compoundCz(round: CompiledRound, snapshot: CalibrationSnapshot, labels?: QubitLabels): Warning | null {
  const nameOf = naming(labels)
  const others = usedCzs(round, snapshot).filter(({ edge }) => edge.gate !== 'cz')
  if (others.length === 0) return null
  const ways = new Map<string, MadeCz[]>()
  for (const one of others) ways.set(madeOf(one), [...(ways.get(madeOf(one)) ?? []), one])
  const list = [...ways].map(
    ([way, edges]) => `${way} on ${edges.length === 1 ? 'edge' : 'edges'} ${some(edges.map(nameOf))}`,
  )
  return {
    code: 'compound_cz',
    message:
      `A CZ is made of other native gates here, on each edge of the one with the smallest predicted error: ${list.join('; ')}. ` +
      'It counts as one fault location, with the error and the length of all its parts; one-qubit gates that follow one another are merged.',
  }
}

/** Two-qubit figures of XEB cycles, from which the cycle's one-qubit gates were taken off; null where there are none. */
export function cycleErrors(round: CompiledRound, snapshot: CalibrationSnapshot, labels?: QubitLabels): Warning | null {
  const nameOf = naming(labels)
  const cycles = usedCzs(round, snapshot).flatMap(one => (one.cycle === null ? [] : [{ ...one, cycle: one.cycle }]))
  const [first] = cycles
  if (first === undefined) return null
  const clipped = cycles.filter(({ cycle }) => cycle.clipped)
  const none =
    clipped.length === 0
      ? ''
      : ` On ${some(clipped.map(nameOf))} the one-qubit gates are published with more error than the whole cycle: the gate's own error counts as 0 there.`
  return {
    code: 'cycle_error',
    message: `Two-qubit errors are published per XEB cycle, which holds a one-qubit gate on each of the pair. These are taken off: 1−F of the gate is 4/5·max(0, e_cycle − e_a − e_b) in Pauli errors, e.g. ${significant(first.cycle.native, 4)} of the cycle's ${significant(first.cycle.published, 4)} for ${gateName(first.edge.gate)} on edge ${nameOf(first)}.${none}`,
  }
}
