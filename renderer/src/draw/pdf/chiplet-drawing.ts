/** A module on its chiplet, as the report shows it: roles by letter and colour, the couplings between its sites strong. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { INKS } from '../charts/colours'
import type { Drawing, Shape } from '../figures/drawing'
import { plainRuns } from '../figures/typeset'
import { chipletMap, type MapSite } from '../modules/chiplet-map'
import { rolesOf, sitesAround } from '../modules/role-map'

const INK = INKS.light
/** Size of a site in the map's units. */
const SITE = 21
const TALLEST = 230

type RecordedLayout = Pick<RunRecord, 'data_qubits' | 'syndrome_ancilla' | 'flag_qubit' | 'routing_qubits' | 'chiplet'>

/** `width` and height in points; never taller than a third of a page. */
export function chipletDrawing(backend: Backend, layout: RecordedLayout, width: number): Drawing {
  const map = chipletMap(backend, layout, sitesAround(backend, layout, [layout]))
  const [left, top, across, down] = map.view
  const scale = Math.min(width / across, TALLEST / down)
  const at = ({ x, y }: MapSite) => [(x - left) * scale, (y - top) * scale] as const
  const used = new Set(rolesOf(layout).keys())
  const couplings = map.couplings.map(({ from, to }): Shape => {
    const strong = used.has(from.site) && used.has(to.site)
    return {
      kind: 'line',
      places: [at(from), at(to)],
      stroke: { colour: strong ? INK.quiet : INK.line, width: strong ? 1.6 : 0.8 },
    }
  })
  return {
    width,
    height: down * scale + 4,
    alt: altOf(layout, map.sites),
    shapes: [...couplings, ...map.sites.flatMap(site => siteShapes(site, at(site), SITE * scale))],
  }
}

function siteShapes({ name, role, colour, ink }: MapSite, [x, y]: readonly [number, number], radius: number): Shape[] {
  const text = (words: string, size: number, dy: number): Shape => ({
    kind: 'text',
    at: [x, y + dy],
    runs: plainRuns(words, role === '' ? 'regular' : 'bold'),
    size,
    anchor: 'middle',
    colour: ink,
  })
  const disc: Shape = {
    kind: 'circle',
    at: [x, y],
    radius,
    fill: { colour, opacity: 1 },
    stroke: { colour: INK.ink, width: 0.4 },
  }
  const [number = name] = name.split(' ')
  if (role === '') return [disc, text(number, radius * 0.7, radius * 0.25)]
  return [disc, text(role, radius * 0.85, -radius * 0.02), text(number, radius * 0.6, radius * 0.62)]
}

const altOf = ({ chiplet, ...layout }: RecordedLayout, sites: readonly MapSite[]): string => {
  const roles = [...rolesOf({ ...layout })].map(([qubit, role]) => `${role} on qubit ${qubit}`)
  return `The module on chiplet ${chiplet}, ${sites.length} sites shown: ${roles.join(', ')}.`
}
