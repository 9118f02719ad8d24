/** Parts and gates as sentences name them; in fields they keep their wire names. */
import type { MadeCz } from '../../contract/calibration/compound-cz'
import { labelled, labelledPair, type QubitLabels } from '../../contract/model/qubit-labels'

const GATE_NAMES: Readonly<Record<string, string>> = {
  cphase: 'CPHASE(π)',
  xy: 'XY(π)',
  sqrt_iswap: '√iSWAP',
  iswap: 'iSWAP',
}

export const gateName = (gate: string): string => GATE_NAMES[gate] ?? gate.toUpperCase()

/** E.g. `2 iSWAP`. */
export const madeOf = ({ edge, recipe }: Pick<MadeCz, 'edge' | 'recipe'>): string =>
  `${recipe.uses} ${gateName(edge.gate)}`

/** `edge:4-14` as `edge 4-14`, with the vendor's labels where they are others: `edge 4-14 (QB5-QB15)`. */
export function partWords(site: string, labels?: QubitLabels): string {
  const [kind, at = ''] = site.split(':')
  const [a = 0, b] = at.split('-').map(Number)
  return `${kind} ${b === undefined ? labelled(a, labels) : labelledPair(a, b, { labels })}`
}
