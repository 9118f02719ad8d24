/** The device as a graph: sites 0 .. sites-1 are its working qubits in order, costs are -ln(fidelity) and add up. */
import type { Target, TargetCoupling, TargetQubit } from './target'

export interface CouplingGraph {
  readonly target: Target
  readonly qubits: readonly TargetQubit[]
  /** neighbours[site], ascending. */
  readonly neighbours: readonly (readonly number[])[]
  /** Cost of one CZ; undefined where there is no coupling. */
  cz(a: number, b: number): number | undefined
  coupling(a: number, b: number): TargetCoupling | undefined
  readonly edges: readonly { readonly a: number; readonly b: number; readonly cost: number }[]
  readonly rotationCost: readonly number[]
  readonly readoutCost: readonly number[]
  /** Sites of the connected parts, the largest first. */
  readonly parts: readonly (readonly number[])[]
}

/** An operation that always fails still has a finite cost, so that sums can be compared. */
const MIN_FIDELITY = 1e-6

const costOf = (error: number): number => -Math.log(Math.max(MIN_FIDELITY, 1 - error))

export function couplingGraphOf(target: Target): CouplingGraph {
  const { qubits, couplings } = target
  const site = new Map(qubits.map(({ qubit }, index) => [qubit, index]))
  const links = qubits.map(() => new Map<number, TargetCoupling>())
  for (const coupling of couplings) {
    const [a, b] = [site.get(coupling.a)!, site.get(coupling.b)!]
    links[a]!.set(b, coupling)
    links[b]!.set(a, coupling)
  }
  const costs = links.map(to => new Map([...to].map(([b, { error }]) => [b, costOf(error)])))
  const neighbours = links.map(to => [...to.keys()].sort((a, b) => a - b))
  return {
    target,
    qubits,
    neighbours,
    cz: (a, b) => costs[a]!.get(b),
    coupling: (a, b) => links[a]!.get(b),
    edges: neighbours.flatMap((to, a) => to.filter(b => a < b).map(b => ({ a, b, cost: costs[a]!.get(b)! }))),
    rotationCost: qubits.map(({ error_1q }) => costOf(error_1q)),
    readoutCost: qubits.map(({ readout_error }) => costOf(readout_error)),
    parts: connectedComponents(neighbours),
  }
}

/** Connected parts of a graph, the largest first, ties by their first site. */
export function connectedComponents(neighbours: readonly (readonly number[])[]): number[][] {
  const seen = new Set<number>()
  const parts = neighbours.flatMap((_, start) => (seen.has(start) ? [] : [reach(start, neighbours, seen)]))
  return parts.sort((a, b) => b.length - a.length || a[0]! - b[0]!)
}

function reach(start: number, neighbours: readonly (readonly number[])[], seen: Set<number>): number[] {
  const found = [start]
  seen.add(start)
  for (const site of found)
    for (const next of neighbours[site]!)
      if (!seen.has(next)) {
        seen.add(next)
        found.push(next)
      }
  return found
}
