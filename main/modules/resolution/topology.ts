/** The logical overlay: every chiplet with the roles of its sites and the uses of its edges. */

import type { DeviceState } from '../../backends/backends'
import { pairKey } from '../../contract/calibration/compound-cz'
import type { LogicalQubit, LogicalTopology, Role } from '../../contract/modules/logical-qubits'
import { NOISE_MODEL_VERSION } from '../../qec/noise/transform'
import { type Chiplet, drawnGraph, edgeName, qubitName } from '../../qec/noise/vetoes'

type Overlay = LogicalTopology['chiplets'][number]

/** `qubits` are all logical qubits of the backend; the overlay keeps the profile's order of chiplets. */
export function topologyOf(backend_id: string, device: DeviceState, qubits: readonly LogicalQubit[]): LogicalTopology {
  const of = new Map(qubits.map(qubit => [qubit.chiplet, qubit]))
  return {
    backend_id,
    calibration_id: device.current.calibration_id,
    noise_model_version: NOISE_MODEL_VERSION,
    chiplets: device.profile.chiplets.map(chiplet => overlayOf(device, chiplet, of.get(chiplet.chiplet_id)!)),
    links: linksOf(device),
  }
}

function overlayOf({ profile }: DeviceState, chiplet: Chiplet, qubit: LogicalQubit): Overlay {
  const { module } = qubit
  const roles = rolesOf(qubit)
  const vetoed = new Set(qubit.vetoes.map(({ site }) => site))
  const uses = new Map(module?.diagnostics.delta_round.edges.map(edge => [pairKey(edge.a, edge.b), edge.uses]))
  const { sites, edges } = drawnGraph(profile, chiplet)
  return {
    chiplet: chiplet.chiplet_id,
    logical_qubit: qubit.logical_id,
    status: qubit.status,
    reason: qubit.reason,
    rank: qubit.rank,
    score: module?.score ?? null,
    coherence_ratio: module?.coherence_ratio ?? null,
    ft_preserved: module?.schedule.ft_preserved ?? null,
    sites: sites.map(site => ({
      qubit: site,
      role: roles.get(site) ?? 'unused',
      vetoed: vetoed.has(qubitName(site)),
    })),
    edges: edges.map(([a, b]) => ({ a, b, uses: uses.get(pairKey(a, b)) ?? 0, vetoed: vetoed.has(edgeName(a, b)) })),
    warnings: module?.warnings ?? [],
  }
}

function rolesOf({ module }: LogicalQubit): ReadonlyMap<number, Role> {
  if (module === null) return new Map()
  const data = Object.entries(module.data_qubits) as [Role, number][]
  return new Map<number, Role>([
    ...data.map(([role, site]): [number, Role] => [site, role]),
    [module.syndrome_ancilla, 'ancilla'],
    [module.flag_qubit, 'flag'],
    ...module.routing_qubits.map((site): [number, Role] => [site, 'routing']),
  ])
}

function linksOf({ profile }: DeviceState): LogicalTopology['links'] {
  const home = new Map(profile.chiplets.flatMap(({ chiplet_id, qubits }) => qubits.map(q => [q, chiplet_id] as const)))
  return profile.couplings.flatMap(([a, b]) => {
    const [from, to] = [home.get(a), home.get(b)]
    return from !== undefined && to !== undefined && from !== to ? [{ a, b, from, to }] : []
  })
}
