/** The chiplet as a replay draws it: sites with their roles, couplings, and what one frame does to them. */
import type { Backend } from '../../../main/contract/backends'
import type { ResolvedModule } from '../../../main/contract/modules'
import { pairKey, pixelsPerUnit } from './calibration-map'
import { letterOf, lookOf, rolesOf } from './module-map'
import type { ReplayFrame } from './replay-frames'

export interface MapSite {
  readonly site: number
  readonly x: number
  readonly y: number
  readonly role: string
  readonly colour: string
  readonly ink: string
}

export interface MapCoupling {
  readonly key: string
  readonly from: MapSite
  readonly to: MapSite
}

export interface ReplayMap {
  readonly sites: readonly MapSite[]
  readonly couplings: readonly MapCoupling[]
  /** Left, top, width, height in the drawing's units. */
  readonly view: readonly [number, number, number, number]
}

const SPREAD = 1.45
const MARGIN = 34

/** The given sites where the device has them. */
export function replayMap(backend: Backend, module: ResolvedModule, shown: readonly number[]): ReplayMap {
  const inside = new Set(shown)
  const scale = pixelsPerUnit(backend) * SPREAD
  const roles = rolesOf(module)
  const sites = backend.qubits
    .filter(({ index }) => inside.has(index))
    .map(({ index, x, y }): MapSite => {
      const role = roles.get(index) ?? 'unused'
      const { colour, ink } = lookOf(role)
      return { site: index, x: x * scale, y: y * scale, role: letterOf(role), colour, ink }
    })
  const at = new Map(sites.map(site => [site.site, site]))
  const couplings = backend.couplings.flatMap(([a, b]) => {
    const [from, to] = [at.get(a), at.get(b)]
    return from && to ? [{ key: pairKey(a, b), from, to }] : []
  })
  return { sites, couplings, view: viewOf(sites) }
}

function viewOf(sites: readonly MapSite[]): ReplayMap['view'] {
  const [xs, ys] = [sites.map(({ x }) => x), sites.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN]
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top]
}

/** The coupling that the frame's gate uses; null for what acts on one site. */
export const activeCoupling = ({ sites }: Pick<ReplayFrame, 'sites'>) =>
  sites.length === 2 ? pairKey(sites[0]!, sites[1]!) : null

/** Colours of the three Paulis: each carries its letter, and white is read on all of them at 4.5:1. */
export const PAULI_COLOURS = { X: '#b3261e', Y: '#6b3fa0', Z: '#14539a' } as const
