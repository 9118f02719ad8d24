/** One logical qubit on its chiplet: roles by colour and letter, couplings by how often a round uses them. */
import type { ElementDefinition } from 'cytoscape'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { pairKey } from '../../../../main/contract/calibration/compound-cz'
import { labelsOf } from '../../../../main/contract/model/qubit-labels'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { Veto } from '../../../../main/contract/modules/diagnostics'
import { edgeId, pixelsPerUnit, qubitId, siteText } from '../calibration/calibration-map'
import { INK_ON, ROLE_FILLS } from '../charts/colours'

export type ModuleRole = 'D0' | 'D1' | 'D2' | 'D3' | 'D4' | 'ancilla' | 'flag' | 'routing' | 'unused'

/** Ink is read on the colour. */
export const ROLE_STYLES: Record<
  'data' | 'ancilla' | 'flag' | 'routing' | 'unused',
  { colour: string; ink: string; name: string }
> = {
  data: { colour: ROLE_FILLS.data, ink: INK_ON.dark, name: 'Data D0–D4' },
  ancilla: { colour: ROLE_FILLS.ancilla, ink: INK_ON.bright, name: 'A: syndrome ancilla' },
  flag: { colour: ROLE_FILLS.flag, ink: INK_ON.bright, name: 'F: flag' },
  routing: { colour: ROLE_FILLS.routing, ink: INK_ON.bright, name: 'R: routing' },
  unused: { colour: ROLE_FILLS.unused, ink: INK_ON.bright, name: 'Not used' },
}

export const roleStyle = (role: ModuleRole) =>
  ROLE_STYLES[role.startsWith('D') ? 'data' : (role as keyof typeof ROLE_STYLES)]

const LETTERS = { ancilla: 'A', flag: 'F', routing: 'R', unused: '' } as const
export const roleLetterOf = (role: ModuleRole) => (role.startsWith('D') ? role : LETTERS[role as keyof typeof LETTERS])

export type RoleLayout = Pick<ResolvedModule, 'data_qubits' | 'syndrome_ancilla' | 'flag_qubit' | 'routing_qubits'>

/** Role of each physical qubit in a layout; those that play none are missing. */
export function rolesOf(layout: RoleLayout): Map<number, ModuleRole> {
  return new Map<number, ModuleRole>([
    ...layout.routing_qubits.map(qubit => [qubit, 'routing'] as const),
    ...Object.entries(layout.data_qubits).map(([name, qubit]) => [qubit, name as ModuleRole] as const),
    [layout.syndrome_ancilla, 'ancilla'],
    [layout.flag_qubit, 'flag'],
  ])
}

/** Uses of each coupling in one flagged round, three for every SWAP, by pair of qubits. */
const usesOf = (module: ResolvedModule) =>
  new Map(module.diagnostics.delta_round.edges.map(edge => [pairKey(edge.a, edge.b), edge.uses]))

/** Line width in pixels: thin where unused, then growing with use up to the most used coupling of the round. */
export const edgeWidth = (uses: number, most: number) => (uses === 0 ? 1.5 : 3 + (9 * uses) / Math.max(1, most))

/** Room between sites for the number of uses and for the width of the line. */
const SPREAD = 1.6

/** Beyond so many sites, a chiplet is shown around the module only. */
const WHOLE_UP_TO = 16

/** The sites of layouts on one chiplet and those coupled to them; all sites of a small chiplet. */
export function sitesAround(backend: Backend, of: OfChiplet, layouts: readonly RoleLayout[]): number[] {
  const chiplet = chipletSites(backend, of)
  if (chiplet.length <= WHOLE_UP_TO) return chiplet
  const used = new Set(layouts.flatMap(layout => [...rolesOf(layout).keys()]))
  const near = new Set(backend.couplings.filter(([a, b]) => used.has(a) || used.has(b)).flat())
  return chiplet.filter(qubit => near.has(qubit))
}

type OfChiplet = Pick<ResolvedModule, 'chiplet'>

/** Every site of a chiplet. */
export const chipletSites = (backend: Backend, { chiplet }: OfChiplet): number[] =>
  backend.chiplets.find(each => each.chiplet_id === chiplet)?.qubits ?? []

/** Cytoscape elements of the given sites with preset positions in pixels. */
export function moduleMap(
  backend: Backend,
  {
    module,
    sites = chipletSites(backend, module),
    vetoes = module.vetoes,
  }: { readonly module: ResolvedModule; readonly sites?: readonly number[]; readonly vetoes?: readonly Veto[] },
): ElementDefinition[] {
  const inside = new Set(sites)
  const scale = pixelsPerUnit(backend) * SPREAD
  const roles = rolesOf(module)
  const labels = labelsOf(backend.qubits)
  const uses = usesOf(module)
  const most = Math.max(1, ...uses.values())
  const vetoed = new Set(vetoes.map(veto => veto.site))

  const nodes = backend.qubits
    .filter(qubit => inside.has(qubit.index))
    .map(qubit => {
      const role = roles.get(qubit.index) ?? 'unused'
      const letter = roleLetterOf(role)
      const crossed = vetoed.has(`qubit:${qubit.index}`)
      return {
        data: {
          id: qubitId(qubit.index),
          label: `${crossed ? '✕ ' : ''}${letter ? `${letter}\n` : ''}${siteText(qubit.index, labels)}`,
          colour: roleStyle(role).colour,
          ink: roleStyle(role).ink,
        },
        position: { x: qubit.x * scale, y: qubit.y * scale },
        classes: `qubit ${crossed ? 'out' : 'good'}`,
      }
    })
  const couplings = backend.couplings
    .filter(([a, b]) => inside.has(a) && inside.has(b))
    .map(([a, b]) => {
      const used = uses.get(pairKey(a, b)) ?? 0
      return {
        data: {
          id: edgeId(a, b),
          source: qubitId(a),
          target: qubitId(b),
          label: used > 0 ? `${used}×` : '',
          width: edgeWidth(used, most),
        },
        classes: `coupling ${used > 0 ? 'used' : 'idle'}`,
      }
    })
  return [...nodes, ...couplings]
}
