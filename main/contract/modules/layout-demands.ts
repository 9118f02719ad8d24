/**
 * Qubits and couplings that a layout must or must not use, written after the name of its logical qubit: `a01.L0-x5-x7.8-p13`
 * excludes qubit 5 and the coupling of 7 and 8 and requires qubit 13; `-l` selects one candidate by its sites (D0 to D4, ancilla,
 * flag, routing).
 */
import { z } from 'zod'

export interface LayoutDemands {
  readonly excluded_qubits: readonly number[]
  readonly excluded_couplings: readonly (readonly [number, number])[]
  readonly pinned_qubits: readonly number[]
  readonly pinned_couplings: readonly (readonly [number, number])[]
  /** D0 to D4, ancilla, flag, then the routing qubits; null for the best one. */
  readonly layout: readonly number[] | null
}

export const NO_DEMANDS: LayoutDemands = {
  excluded_qubits: [],
  excluded_couplings: [],
  pinned_qubits: [],
  pinned_couplings: [],
  layout: null,
}

/** A chiplet's module, with demands behind it or without. */
export const LogicalName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/, 'letters, digits, dot, dash and underscore, at most 200')

/** Data, ancilla and flag. */
const FEWEST_SITES = 7

const NAMED = /^(.+)\.L0((?:-[xpl]\d{1,4}(?:\.\d{1,4})*)*)$/

/** The chiplet and what is demanded of its layout; null where the name is no name of a logical qubit. */
export function readLogicalName(name: string): { readonly chiplet_id: string; readonly demands: LayoutDemands } | null {
  const [, chiplet_id, rest] = NAMED.exec(name) ?? []
  if (chiplet_id === undefined || rest === undefined) return null
  const parts = rest.split('-').slice(1)
  const of = (letter: string, sites: (count: number) => boolean) =>
    parts
      .filter(part => part[0] === letter)
      .map(numbers)
      .filter(({ length }) => sites(length))
  const [one, two] = [(count: number) => count === 1, (count: number) => count === 2]
  const demands: LayoutDemands = {
    excluded_qubits: of('x', one).flat(),
    excluded_couplings: of('x', two).map(pairOf),
    pinned_qubits: of('p', one).flat(),
    pinned_couplings: of('p', two).map(pairOf),
    layout: of('l', count => count >= FEWEST_SITES)[0] ?? null,
  }
  return logicalName(chiplet_id, demands) === name ? { chiplet_id, demands } : null
}

const numbers = (part: string) => part.slice(1).split('.').map(Number)
const pairOf = ([a, b]: readonly number[]): readonly [number, number] => [a!, b!]

/** One name for one set of demands: numbers ascend, each stands once. */
export function logicalName(chiplet_id: string, demands: LayoutDemands = NO_DEMANDS): string {
  const { excluded_qubits, excluded_couplings, pinned_qubits, pinned_couplings, layout } = demands
  return [
    `${chiplet_id}.L0`,
    ...ascending(excluded_qubits).map(site => `-x${site}`),
    ...pairs(excluded_couplings).map(pair => `-x${pair}`),
    ...ascending(pinned_qubits).map(site => `-p${site}`),
    ...pairs(pinned_couplings).map(pair => `-p${pair}`),
    ...(layout === null ? [] : [`-l${layout.join('.')}`]),
  ].join('')
}

const ascending = (sites: readonly number[]) => [...new Set(sites)].sort((a, b) => a - b)

const pairs = (couplings: LayoutDemands['excluded_couplings']) => [
  ...new Set(
    couplings
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
      .sort(([a, b], [c, d]) => a - c || b - d)
      .map(pair => pair.join('.')),
  ),
]

/** All qubits that the demands name. */
export const sitesOfDemands = (demands: LayoutDemands): number[] => [
  ...demands.excluded_qubits,
  ...demands.excluded_couplings.flat(),
  ...demands.pinned_qubits,
  ...demands.pinned_couplings.flat(),
  ...(demands.layout ?? []),
]
