/**
 * Data that an importer reads from a file, and the conversion to a snapshot: order, indices, dead parts, identity. Figures are
 * still as published here: a fidelity of 0.5 or a T1 of 0 remains a number until `snapshotOf` checks it.
 */
import type { CalibrationEdge, CalibrationQubit, CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { type FaultList, gatherFaults } from '../files/fault-list'
import { type FilePosition, invalidFile, quote } from '../files/invalid-file'
import { withIdentity } from './identity'
import { byLabel, SYMMETRIC } from './ordering'
import {
  type FIDELITIES,
  type Judged,
  judgeFidelity,
  judgeLength,
  judgeTime,
  type LENGTHS,
  type TIMES,
} from './sentinel-values'

export type FigureName = (typeof TIMES)[number] | (typeof FIDELITIES)[number] | (typeof LENGTHS)[number]

export interface DraftQubit extends Readonly<Record<FigureName, number | null>> {
  readonly label: string
  /** Standard errors where published: 1.0 is how Rigetti marks a fidelity that was not measured. */
  readonly standard_error: number | null
  /** The publisher's own statement that the part does not work, null without one. */
  readonly out_of_service: string | null
  /** Where the file has it, for messages; left out: named by its label. */
  readonly position?: FilePosition
}

export interface DraftEdge {
  readonly a: string
  readonly b: string
  readonly gate: string
  readonly fidelity: number | null
  /** `cycle`: the fidelity is that of an XEB cycle; left out: that of the gate. */
  readonly fidelity_of?: 'cycle'
  readonly standard_error: number | null
  readonly duration_ns: number | null
  readonly out_of_service: string | null
  /** Where the file has it, for messages; left out: named by its ends. */
  readonly position?: FilePosition
}

export interface Draft {
  readonly source_device: string
  /** Name of the device in its files, where they have one. */
  readonly device_name?: string | null
  readonly vendor: string
  readonly calibrated_at: string | null
  readonly t2_kind: CalibrationSnapshot['t2_kind']
  readonly notes: readonly string[]
  readonly qubits: readonly DraftQubit[]
  readonly edges: readonly DraftEdge[]
  /** Where the publisher places its qubits on the chip, by label; null where it does not say. */
  readonly positions: ReadonlyMap<string, readonly [number, number]> | null
}

export const ALL_NULL: Readonly<Record<FigureName, null>> = {
  t1_us: null,
  t2_us: null,
  t2_echo_us: null,
  fidelity_1q: null,
  readout_fidelity: null,
  reset_fidelity: null,
  gate_1q_length_ns: null,
  readout_length_ns: null,
  reset_length_ns: null,
}

export const NO_FIGURES = { ...ALL_NULL, standard_error: null, out_of_service: null } as const

const MAX_QUBITS = 10_000
const MAX_EDGES = 100_000

export interface DraftOrigin {
  /** Names of the files, for messages. */
  readonly file: string
  readonly source: string
  /** Faults that the reader found; the parts with faults are not in the draft. */
  readonly faults?: FaultList
}

/** The snapshot of a draft: qubits in label order and numbered from 0. Throws `invalid_file` with every fault. */
export function snapshotOf(draft: Draft, { file, source, faults = gatherFaults() }: DraftOrigin): CalibrationSnapshot {
  if (draft.qubits.length === 0) faults.refuse()
  faults.attempt(() => refuseSize(draft, file), null)
  if (draft.qubits.length === 0) faults.refuse()
  const labels = draft.qubits.map(qubit => qubit.label).sort(byLabel)
  const index = new Map(labels.map((label, position) => [label, position]))
  faults.each(doublesIn(labels), label => {
    throw invalidFile(file, null, `qubit ${quote(label)} is listed twice.`)
  })
  const complete = faults.count() === 0
  const qubits = faults.each(draft.qubits, qubit => qubitOf(qubit, index.get(qubit.label)!, file))
  const edges = edgesOf(draft.edges, { index, file, faults, complete })
  faults.refuse()
  return withIdentity({
    format: 'pentad-calibration/1',
    source_device: draft.source_device,
    vendor: draft.vendor,
    calibrated_at: draft.calibrated_at,
    source,
    t2_kind: draft.t2_kind,
    notes: draft.notes.slice(0, 50).map(note => note.slice(0, 1_000)),
    qubits: qubits.sort((a, b) => a.index - b.index),
    edges,
  })
}

function refuseSize(draft: Draft, file: string): void {
  if (draft.qubits.length === 0) throw invalidFile(file, null, 'it holds no qubits.')
  if (draft.qubits.length > MAX_QUBITS) throw invalidFile(file, null, `more than ${MAX_QUBITS} qubits.`)
  if (draft.edges.length > MAX_EDGES) throw invalidFile(file, null, `more than ${MAX_EDGES} two-qubit gate records.`)
}

/** Labels that occur more than once, each listed once. */
const doublesIn = (sorted: readonly string[]): string[] => [
  ...new Set(sorted.filter((label, at) => label === sorted[at + 1])),
]

function qubitOf(qubit: DraftQubit, index: number, file: string): CalibrationQubit {
  const origin = { file, where: `qubit ${qubit.label}`, position: qubit.position ?? null }
  const faults = gatherFaults()
  const reasons = qubit.out_of_service === null ? [] : [qubit.out_of_service]
  const keep = (judge: () => Judged): number | null => {
    const { value, reason } = faults.attempt(judge, NOTHING)
    if (reason !== null) reasons.push(reason)
    return value
  }
  const time = (name: (typeof TIMES)[number]) => keep(() => judgeTime(name, qubit[name], origin))
  const fidelity = (name: (typeof FIDELITIES)[number]) => {
    const standardError = name === 'fidelity_1q' ? qubit.standard_error : null
    return keep(() => judgeFidelity({ name, value: qubit[name], standardError, ...origin }))
  }
  const length = (name: (typeof LENGTHS)[number]) => faults.attempt(() => judgeLength(name, qubit[name], origin), null)
  const judged = {
    index,
    label: faults.attempt(() => checkLabel(qubit.label, file), ''),
    t1_us: time('t1_us'),
    t2_us: time('t2_us'),
    t2_echo_us: time('t2_echo_us'),
    fidelity_1q: fidelity('fidelity_1q'),
    readout_fidelity: fidelity('readout_fidelity'),
    reset_fidelity: fidelity('reset_fidelity'),
    gate_1q_length_ns: length('gate_1q_length_ns'),
    readout_length_ns: length('readout_length_ns'),
    reset_length_ns: length('reset_length_ns'),
  }
  faults.refuse()
  return { ...judged, out_of_service: reasons.length === 0 ? null : reasons.join('; ').slice(0, 300) }
}

const NOTHING: Judged = { value: null, reason: null }

/** Labels end up in messages, maps and paths: short and printable. */
function checkLabel(label: string, file: string): string {
  if (/^[\w.()[\], -]{1,32}$/.test(label)) return label
  throw invalidFile(file, null, `${quote(label)} cannot name a qubit: at most 32 letters, digits or marks.`)
}

interface EdgeOrigin {
  readonly index: ReadonlyMap<string, number>
  readonly file: string
  readonly faults: FaultList
  /** False where qubits could not be read: the edges that name those are not at fault. */
  readonly complete: boolean
}

function edgesOf(edges: readonly DraftEdge[], origin: EdgeOrigin): CalibrationEdge[] {
  const merged = new Map<string, CalibrationEdge>()
  for (const finished of origin.faults.each(edges, edge => edgeOf(edge, origin))) {
    if (finished === null) continue
    const key = `${finished.a} ${finished.b} ${finished.gate}`
    const earlier = merged.get(key)
    merged.set(key, earlier === undefined ? finished : worse(earlier, finished))
  }
  return [...merged.values()].sort((x, y) => x.a - y.a || x.b - y.b || (x.gate < y.gate ? -1 : 1))
}

/** null where one of the qubits could not be read. */
function edgeOf(edge: DraftEdge, { index, file, complete }: EdgeOrigin): CalibrationEdge | null {
  const where = `${edge.gate} on ${edge.a}-${edge.b}`
  const origin = { file, where, position: edge.position ?? null }
  const first = index.get(edge.a)
  const second = index.get(edge.b)
  const faults = gatherFaults()
  faults.attempt(() => {
    if (complete && (first === undefined || second === undefined))
      throw invalidFile(
        file,
        origin.position,
        `${where} names qubit ${quote(first === undefined ? edge.a : edge.b)}, which the file does not list.`,
      )
    if (edge.a === edge.b) throw invalidFile(file, origin.position, `${where} joins a qubit to itself.`)
  }, null)
  const { fidelity: value, standard_error: standardError } = edge
  const verdict = faults.attempt(() => judgeFidelity({ name: 'fidelity', value, standardError, ...origin }), NOTHING)
  const duration_ns = faults.attempt(() => judgeLength('duration_ns', edge.duration_ns, origin), null)
  faults.refuse()
  if (first === undefined || second === undefined) return null
  const reasons = [edge.out_of_service, verdict.reason].filter(reason => reason !== null)
  const [a, b] = SYMMETRIC.has(edge.gate) && first > second ? [second, first] : [first, second]
  return {
    a,
    b,
    gate: edge.gate,
    fidelity: verdict.value,
    ...(edge.fidelity_of === undefined ? {} : { fidelity_of: edge.fidelity_of }),
    duration_ns,
    out_of_service: reasons.length === 0 ? null : reasons.join('; ').slice(0, 300),
  }
}

/** Two records of one gate on one pair: the less favourable figures, so that nothing is better than either record says. */
function worse(a: CalibrationEdge, b: CalibrationEdge): CalibrationEdge {
  return {
    ...a,
    fidelity: a.fidelity === null || b.fidelity === null ? null : Math.min(a.fidelity, b.fidelity),
    duration_ns: a.duration_ns === null || b.duration_ns === null ? null : Math.max(a.duration_ns, b.duration_ns),
    out_of_service: a.out_of_service ?? b.out_of_service,
  }
}
