/** A candidate layout beside the first one: which roles stand elsewhere, and which couplings A can use. */
import { pairKey } from './calibration-map'
import type { ChipletMap } from './chiplet-map'
import { type Layout, letterOf, type ModuleRole, rolesOf } from './module-map'

/** Sites that play another role than in the first layout, those that played none there included. */
export function movedSites(one: Layout, first: Layout): Set<number> {
  const before = rolesOf(first)
  return new Set([...rolesOf(one)].filter(([site, role]) => before.get(site) !== role).map(([site]) => site))
}

/** Couplings between a site that A visits and any other site of the layout: no round uses one beside these. */
export function usableCouplings(layout: Layout, couplings: ChipletMap['couplings']): Set<string> {
  const roles = rolesOf(layout)
  const visited = new Set([layout.syndrome_ancilla, ...layout.routing_qubits])
  return new Set(
    couplings
      .map(({ from, to }) => [from.site, to.site] as const)
      .filter(([a, b]) => roles.has(a) && roles.has(b) && (visited.has(a) || visited.has(b)))
      .map(([a, b]) => pairKey(a, b)),
  )
}

const siteOf = (layout: Layout): [ModuleRole, number][] => [
  ['ancilla', layout.syndrome_ancilla],
  ['flag', layout.flag_qubit],
  ...Object.entries(layout.data_qubits).map(([name, site]): [ModuleRole, number] => [name as ModuleRole, site]),
]

const routingWords = ({ routing_qubits }: Layout) => routing_qubits.toSorted((a, b) => a - b).join(', ') || 'none'

/** `A 13 → 4, D4 23 → 12; routing 4, 22 → 13, 22`: roles on other sites than in the first layout. */
export function movedWords(one: Layout, first: Layout): string {
  const [sites, before] = [siteOf(one), new Map(siteOf(first))]
  const moved = sites
    .filter(([role, site]) => before.get(role) !== site)
    .map(([role, site]) => `${letterOf(role)} ${before.get(role)} → ${site}`)
  const [routing, routingBefore] = [routingWords(one), routingWords(first)]
  const words = [moved.join(', '), routing === routingBefore ? '' : `routing ${routingBefore} → ${routing}`]
  return (
    words.filter(part => part !== '').join('; ') || 'the same sites in the same roles, in another order of couplings'
  )
}

/** `A 13, F 12, D0 5, …; routing 4, 22`: every role with its site. */
export const layoutWords = (layout: Layout) =>
  `${siteOf(layout)
    .map(([role, site]) => `${letterOf(role)} ${site}`)
    .join(', ')}; routing ${routingWords(layout)}`
