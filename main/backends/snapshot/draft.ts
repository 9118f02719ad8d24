/**
 * What an importer reads out of a file, and the one way from there to a snapshot: order, indices, dead parts, identity.
 * Figures are still as published here: a fidelity of 0.5 or a T1 of 0 stands as a number until `snapshotOf` judges it.
 */
import type { CalibrationEdge, CalibrationQubit, CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { invalidFile, quote } from '../files/invalid-file'
import { withIdentity } from './identity'
import { byLabel, SYMMETRIC } from './ordering'
import { type FIDELITIES, judgeFidelity, judgeLength, judgeTime, type LENGTHS, type TIMES } from './sentinel-values'

export type FigureName = (typeof TIMES)[number] | (typeof FIDELITIES)[number] | (typeof LENGTHS)[number]

export interface DraftQubit extends Readonly<Record<FigureName, number | null>> {
  readonly label: string
  /** Standard errors where published: 1.0 is how Rigetti marks a fidelity that was not measured. */
  readonly standard_error: number | null
  /** The publisher's own statement that the part does not work, null without one. */
  readonly out_of_service: string | null
}

export interface DraftEdge {
  readonly a: string
  readonly b: string
  readonly gate: string
  readonly fidelity: number | null
  /** Of an XEB cycle and not of the gate itself; left out: of the gate. */
  readonly fidelity_of?: 'cycle'
  readonly standard_error: number | null
  readonly duration_ns: number | null
  readonly out_of_service: string | null
}

export interface Draft {
  readonly source_device: string
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

/** The snapshot of a draft: qubits in label order and numbered from 0. Throws `invalid_file` for what contradicts itself. */
export function snapshotOf(draft: Draft, file: string, source: string): CalibrationSnapshot {
  refuseSize(draft, file)
  const labels = draft.qubits.map(qubit => qubit.label).sort(byLabel)
  const index = new Map(labels.map((label, position) => [label, position]))
  if (index.size !== labels.length)
    throw invalidFile(file, null, `qubit ${quote(firstDouble(labels))} is listed twice.`)
  return withIdentity({
    format: 'pentad-calibration/1',
    source_device: draft.source_device,
    vendor: draft.vendor,
    calibrated_at: draft.calibrated_at,
    source,
    t2_kind: draft.t2_kind,
    notes: draft.notes.slice(0, 50).map(note => note.slice(0, 1_000)),
    qubits: draft.qubits.map(qubit => qubitOf(qubit, index.get(qubit.label)!, file)).sort((a, b) => a.index - b.index),
    edges: edgesOf(draft.edges, index, file),
  })
}

function refuseSize(draft: Draft, file: string): void {
  if (draft.qubits.length === 0) throw invalidFile(file, null, 'it holds no qubits.')
  if (draft.qubits.length > MAX_QUBITS) throw invalidFile(file, null, `more than ${MAX_QUBITS} qubits.`)
  if (draft.edges.length > MAX_EDGES) throw invalidFile(file, null, `more than ${MAX_EDGES} two-qubit gate records.`)
}

const firstDouble = (sorted: readonly string[]): string => sorted.find((label, at) => label === sorted[at + 1]) ?? ''

function qubitOf(qubit: DraftQubit, index: number, file: string): CalibrationQubit {
  const where = `qubit ${qubit.label}`
  const reasons = qubit.out_of_service === null ? [] : [qubit.out_of_service]
  const keep = (verdict: { value: number | null; reason: string | null }): number | null => {
    if (verdict.reason !== null) reasons.push(verdict.reason)
    return verdict.value
  }
  const time = (name: (typeof TIMES)[number]) => keep(judgeTime(name, qubit[name], where, file))
  const fidelity = (name: (typeof FIDELITIES)[number]) =>
    keep(
      judgeFidelity({
        name,
        value: qubit[name],
        standardError: name === 'fidelity_1q' ? qubit.standard_error : null,
        where,
        file,
      }),
    )
  const length = (name: (typeof LENGTHS)[number]) => judgeLength(name, qubit[name], where, file)
  return {
    index,
    label: checkLabel(qubit.label, file),
    t1_us: time('t1_us'),
    t2_us: time('t2_us'),
    t2_echo_us: time('t2_echo_us'),
    fidelity_1q: fidelity('fidelity_1q'),
    readout_fidelity: fidelity('readout_fidelity'),
    reset_fidelity: fidelity('reset_fidelity'),
    gate_1q_length_ns: length('gate_1q_length_ns'),
    readout_length_ns: length('readout_length_ns'),
    reset_length_ns: length('reset_length_ns'),
    out_of_service: reasons.length === 0 ? null : reasons.join('; ').slice(0, 300),
  }
}

/** Labels end up in messages, maps and paths: short and printable. */
function checkLabel(label: string, file: string): string {
  if (/^[\w.()[\], -]{1,32}$/.test(label)) return label
  throw invalidFile(file, null, `${quote(label)} cannot name a qubit: at most 32 letters, digits or marks.`)
}

function edgesOf(edges: readonly DraftEdge[], index: ReadonlyMap<string, number>, file: string): CalibrationEdge[] {
  const merged = new Map<string, CalibrationEdge>()
  for (const edge of edges) {
    const finished = edgeOf(edge, index, file)
    const key = `${finished.a} ${finished.b} ${finished.gate}`
    const earlier = merged.get(key)
    merged.set(key, earlier === undefined ? finished : worse(earlier, finished))
  }
  return [...merged.values()].sort((x, y) => x.a - y.a || x.b - y.b || (x.gate < y.gate ? -1 : 1))
}

function edgeOf(edge: DraftEdge, index: ReadonlyMap<string, number>, file: string): CalibrationEdge {
  const where = `${edge.gate} on ${edge.a}-${edge.b}`
  const first = index.get(edge.a)
  const second = index.get(edge.b)
  if (first === undefined || second === undefined)
    throw invalidFile(
      file,
      null,
      `${where} names qubit ${quote(first === undefined ? edge.a : edge.b)}, which the file does not list.`,
    )
  if (first === second) throw invalidFile(file, null, `${where} joins a qubit to itself.`)
  const verdict = judgeFidelity({
    name: 'fidelity',
    value: edge.fidelity,
    standardError: edge.standard_error,
    where,
    file,
  })
  const reasons = [edge.out_of_service, verdict.reason].filter(reason => reason !== null)
  const [a, b] = SYMMETRIC.has(edge.gate) && first > second ? [second, first] : [first, second]
  return {
    a,
    b,
    gate: edge.gate,
    fidelity: verdict.value,
    ...(edge.fidelity_of === undefined ? {} : { fidelity_of: edge.fidelity_of }),
    duration_ns: judgeLength('duration_ns', edge.duration_ns, where, file),
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
