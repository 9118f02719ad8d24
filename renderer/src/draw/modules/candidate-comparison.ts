/** A candidate layout beside the first one: which roles stand elsewhere, and which couplings A can use. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { pairKey } from '../../../../main/contract/calibration/compound-cz'
import { labelled, type QubitLabels } from '../../../../main/contract/model/qubit-labels'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { ChipletMap } from './chiplet-map'
import { type ModuleRole, type RoleLayout, roleLetterOf, rolesOf, sitesAround } from './role-map'

/** More than so many sites are too small to read beside each other. */
const TOGETHER_UP_TO = 30

/** The sites to draw for the first and for the other: the same where both lie close together, else the surroundings of each. */
export function pairSites(
  backend: Backend,
  {
    of,
    first,
    other,
  }: { readonly of: Pick<ResolvedModule, 'chiplet'>; readonly first: RoleLayout; readonly other: RoleLayout },
): [number[], number[]] {
  const both = sitesAround(backend, of, [first, other])
  if (both.length <= TOGETHER_UP_TO) return [both, both]
  return [sitesAround(backend, of, [first]), sitesAround(backend, of, [other])]
}

/** Sites that play another role than in the first layout, those that played none there included. */
export function movedSites(one: RoleLayout, first: RoleLayout): Set<number> {
  const before = rolesOf(first)
  return new Set([...rolesOf(one)].filter(([site, role]) => before.get(site) !== role).map(([site]) => site))
}

/** Couplings between a site that A visits and any other site of the layout: a round uses no others. */
export function usableCouplings(layout: RoleLayout, couplings: ChipletMap['couplings']): Set<string> {
  const roles = rolesOf(layout)
  const visited = new Set([layout.syndrome_ancilla, ...layout.routing_qubits])
  return new Set(
    couplings
      .map(({ from, to }) => [from.site, to.site] as const)
      .filter(([a, b]) => roles.has(a) && roles.has(b) && (visited.has(a) || visited.has(b)))
      .map(([a, b]) => pairKey(a, b)),
  )
}

const siteOf = (layout: RoleLayout): [ModuleRole, number][] => [
  ['ancilla', layout.syndrome_ancilla],
  ['flag', layout.flag_qubit],
  ...Object.entries(layout.data_qubits).map(([name, site]): [ModuleRole, number] => [name as ModuleRole, site]),
]

const missingIn = (some: readonly number[], all: readonly number[]) => all.filter(site => !some.includes(site))

/** `routing without 34, with 12`; empty where it is the same. */
function routingMoved(
  { routing_qubits: now }: RoleLayout,
  { routing_qubits: before }: RoleLayout,
  labels: QubitLabels | undefined,
): string {
  const named = (sites: readonly number[]) => sites.map(site => labelled(site, labels)).join(', ')
  const [gone, come] = [missingIn(now, before), missingIn(before, now)]
  const words = [gone.length > 0 && `without ${named(gone)}`, come.length > 0 && `with ${named(come)}`]
  const differences = words.filter(part => part !== false).join(', ')
  return differences && `routing ${differences}`
}

/** `F 12 → 4, D4 23 → 12; routing without 4, with 13`: roles on other sites than in the first layout. */
export function movedRolesText(one: RoleLayout, first: RoleLayout, labels?: QubitLabels): string {
  const before = new Map(siteOf(first))
  const moved = siteOf(one)
    .filter(([role, site]) => before.get(role) !== site)
    .map(([role, site]) => `${roleLetterOf(role)} ${labelled(before.get(role)!, labels)} → ${labelled(site, labels)}`)
  const words = [moved.join(', '), routingMoved(one, first, labels)].filter(part => part !== '')
  return words.join('; ') || 'the same sites in the same roles, in another order of couplings'
}

/** `A 13, F 12, D0 5, …; routing 4, 22`: every role with its site. */
export const layoutText = (layout: RoleLayout, labels?: QubitLabels) =>
  `${siteOf(layout)
    .map(([role, site]) => `${roleLetterOf(role)} ${labelled(site, labels)}`)
    .join(', ')}; routing ${layout.routing_qubits.map(site => labelled(site, labels)).join(', ') || 'none'}`
