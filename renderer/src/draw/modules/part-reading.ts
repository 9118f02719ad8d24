/** Text of the map for one qubit or coupling: its role or uses, its figures, its part of Δ_round. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { labelled, labelledPair, labelsOf } from '../../../../main/contract/model/qubit-labels'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { czsIn, edgeId, qubitId } from '../calibration/calibration-map'
import { czReading, qubitReading } from '../calibration/facts'
import { faults, percent } from '../format/quantity'
import { roleStyle, rolesOf } from './role-map'

export interface PartReading {
  /** The part with its role. */
  readonly title: string
  readonly lines: readonly string[]
}

interface ModuleOnDevice {
  readonly backend: Pick<Backend, 'qubits'>
  readonly module: ResolvedModule
  readonly snapshot: CalibrationSnapshot
}

/** Null where the snapshot has no such part. */
export function partReading({ backend, module, snapshot }: ModuleOnDevice, part: string | null): PartReading | null {
  const labels = labelsOf(backend.qubits)
  const qubit = snapshot.qubits.find(({ index }) => qubitId(index) === part)
  if (qubit !== undefined)
    return {
      title: `Qubit ${labelled(qubit.index, labels)}, ${roleOf(module, qubit.index)}`,
      lines: [qubitReading(qubit), siteShare(module, qubit.index)],
    }
  const made = [...czsIn(snapshot).values()].find(({ edge }) => edgeId(edge.a, edge.b) === part)
  if (made === undefined) return null
  const { a, b } = made.edge
  return {
    title: `Coupling ${labelledPair(a, b, { labels, dash: '–' })}`,
    lines: [czReading(made), edgeShare(module, edgeId(a, b))],
  }
}

function roleOf(module: ResolvedModule, qubit: number): string {
  const role = rolesOf(module).get(qubit)
  if (role === undefined) return 'not used'
  return role.startsWith('D') ? `data ${role}` : roleStyle(role).name
}

const NOT_USED = 'A round does not use it.'

function siteShare({ diagnostics: { delta_round } }: ResolvedModule, qubit: number): string {
  const site = delta_round.sites.find(each => each.qubit === qubit)
  return site === undefined ? NOT_USED : `Without its couplings it adds ${shareText(site.total, delta_round.total)}.`
}

function edgeShare({ diagnostics: { delta_round } }: ResolvedModule, id: string): string {
  const edge = delta_round.edges.find(({ a, b }) => edgeId(a, b) === id)
  if (edge === undefined || edge.uses === 0) return NOT_USED
  return `Used ${edge.uses} × a round; adds ${shareText(edge.contribution, delta_round.total)}.`
}

const shareText = (part: number, whole: number): string =>
  `${faults(part)} expected faults${whole > 0 ? `, ${percent(part / whole)} of Δ_round` : ''}`
