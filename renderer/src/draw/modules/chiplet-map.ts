/** A chiplet drawn as SVG: sites with the roles that a layout gives them, and the couplings between them. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { pairKey } from '../../../../main/contract/calibration/compound-cz'
import { labelled, labelsOf } from '../../../../main/contract/model/qubit-labels'
import { pixelsPerUnit } from '../calibration/calibration-map'
import { type RoleLayout, roleLetterOf, roleStyle, rolesOf } from './role-map'

export interface MapSite {
  readonly site: number
  /** Index with the vendor's label. */
  readonly name: string
  readonly x: number
  readonly y: number
  readonly role: string
  readonly colour: string
  readonly ink: string
}

interface MapCoupling {
  readonly key: string
  readonly from: MapSite
  readonly to: MapSite
}

export interface ChipletMap {
  readonly sites: readonly MapSite[]
  readonly couplings: readonly MapCoupling[]
  /** Left, top, width, height in the drawing's units. */
  readonly view: readonly [number, number, number, number]
}

const SPREAD = 1.45
const MARGIN = 34

/** The given sites at their places on the device. */
export function chipletMap(backend: Backend, layout: RoleLayout, shown: readonly number[]): ChipletMap {
  const inside = new Set(shown)
  const scale = pixelsPerUnit(backend) * SPREAD
  const roles = rolesOf(layout)
  const labels = labelsOf(backend.qubits)
  const sites = backend.qubits
    .filter(({ index }) => inside.has(index))
    .map(({ index, x, y }): MapSite => {
      const role = roles.get(index) ?? 'unused'
      const { colour, ink } = roleStyle(role)
      return {
        site: index,
        name: labelled(index, labels),
        x: x * scale,
        y: y * scale,
        role: roleLetterOf(role),
        colour,
        ink,
      }
    })
  const at = new Map(sites.map(site => [site.site, site]))
  const couplings = backend.couplings.flatMap(([a, b]) => {
    const [from, to] = [at.get(a), at.get(b)]
    return from && to ? [{ key: pairKey(a, b), from, to }] : []
  })
  return { sites, couplings, view: viewOf(sites) }
}

function viewOf(sites: readonly MapSite[]): ChipletMap['view'] {
  const [xs, ys] = [sites.map(({ x }) => x), sites.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN]
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top]
}
