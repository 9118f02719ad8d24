/** All chiplets of a backend: ranked as logical qubits, and as an overlay of roles and uses on the couplings. */
import type { DeviceState } from '../../backends/backends'
import { pairKey } from '../../contract/calibration/compound-cz'
import { feasibilityOf, STATUS_OF_FEASIBILITY } from '../../contract/modules/feasibility-gate'
import type { LogicalQubit, LogicalTopology, Role } from '../../contract/modules/logical-qubits'
import { NOISE_MODEL_VERSION } from '../../qec/noise/transform'
import { type Chiplet, drawnGraph, edgeName, qubitName } from '../../qec/noise/vetoes'
import type { ChipletResolution } from '../model/module'
import { logicalId } from './chiplets'
import { type BackendState, moduleOnBackend } from './resolved-module'

const WITHOUT_MODULE = ['disqualified', 'no_embedding']

/** By Δ_round; then the disqualified, then those without an embedding, in the order given. `now` in milliseconds since 1970. */
export function rankedQubits(
  backend_id: string,
  {
    device,
    resolutions,
    now,
  }: { readonly device: DeviceState; readonly resolutions: readonly ChipletResolution[]; readonly now: number },
): LogicalQubit[] {
  const qubits = resolutions.map(resolution => logicalQubit(resolution, { backend_id, device, now }))
  const modules = qubits.filter(({ module }) => module !== null).sort((a, b) => a.module!.score - b.module!.score)
  const others = qubits.filter(({ module }) => module === null)
  return [
    ...modules.map((qubit, index) => ({ ...qubit, rank: index + 1 })),
    ...others.sort((a, b) => WITHOUT_MODULE.indexOf(a.status) - WITHOUT_MODULE.indexOf(b.status)),
  ]
}

function logicalQubit(resolution: ChipletResolution, backend: BackendState): LogicalQubit {
  const { chiplet, vetoes } = resolution
  const shared = {
    logical_id: logicalId(chiplet),
    chiplet: chiplet.chiplet_id,
    qubits: [...chiplet.qubits],
    vetoes: [...vetoes],
    rank: null,
  }
  if (!resolution.found) return { ...shared, status: resolution.status, reason: resolution.reason, module: null }
  const module = moduleOnBackend(resolution.module, backend)
  return { ...shared, status: STATUS_OF_FEASIBILITY[feasibilityOf(module.gate)], reason: null, module }
}

type Overlay = LogicalTopology['chiplets'][number]

/** `qubits` are all logical qubits of the backend; the overlay keeps the profile's order of chiplets. */
export function logicalTopology(
  backend_id: string,
  device: DeviceState,
  qubits: readonly LogicalQubit[],
): LogicalTopology {
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
