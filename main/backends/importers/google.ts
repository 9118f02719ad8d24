/**
 * Google calibration metrics with the device spec beside them. There is no T2, durations are one value per gate for the
 * whole device, and two-qubit errors are per XEB cycle, so they contain the cycle's one-qubit gates.
 */
import { z } from 'zod'
import { type Draft, type DraftEdge, type DraftQubit, NO_FIGURES } from '../snapshot/draft'
import { invalidFile, quote, under } from '../files/invalid-file'
import type { JsonFile } from './ibm'
import { type NamedText, read, readEach } from '../files/json'
import { byLabel } from '../snapshot/ordering'
import { type Message, messages, parsePrototext, scalars } from '../files/prototext'

const Metric = z.object({
  name: z.string().max(200),
  targets: z.array(z.string().max(32)).max(10),
  values: z.array(z.object({ doubleVal: z.number().optional(), floatVal: z.number().optional() })).max(100),
})
/** Up to the year 9999, the last that a timestamp can name. */
const Moment = z.coerce.number().int().positive().max(253_402_300_799_999).optional()
const Snapshot = z.object({ timestampMs: Moment, metrics: z.array(z.unknown()) })
/** Cirq saves the snapshot inside another object of the same field. */
const Wrapped = z.object({ metrics: z.record(z.string(), z.unknown()) })

/** Metric names of a two-qubit gate and the ids it has in device specs. Parallel figures: a round uses gates in parallel. */
const GATES = [
  { gate: 'sqrt_iswap', metric: 'sqrt_iswap_gate', ids: ['fsim_pi_4', 'sqrt_iswap'] },
  { gate: 'sycamore', metric: 'sycamore_gate', ids: ['syc'] },
]

/** Average error from Pauli error: 2/3 of it for one qubit, 4/5 for two. */
const AVERAGE_OF_PAULI = { one: 2 / 3, two: 4 / 5 }

/** A measurement longer than any T1: specs are published that say 4 ms where their predecessors say 4 us. */
const LONGEST_NS = 100_000

export const isMetrics = (value: object): boolean => 'metrics' in value
export const looksLikeSpec = (text: string): boolean => /\b(valid_gate_sets|valid_gates|valid_qubits)\b/.test(text)

/** A draft from a metrics file and, where given, its device spec. Throws `invalid_file`. */
export function readGoogle(metrics: JsonFile, spec: NamedText | null): Draft {
  const wrapped = Wrapped.safeParse(metrics.value)
  const pointer = wrapped.success ? '/metrics' : ''
  const snapshot = read(Snapshot, wrapped.success ? wrapped.data.metrics : metrics.value, metrics.name, pointer)
  const stated = snapshot.timestampMs
  const values = index(snapshot.metrics, metrics.name, `${pointer}/metrics`)
  const lengths = readLengths(spec)
  const dated = stated === undefined ? dateInName(metrics.name) : new Date(stated).toISOString()
  return {
    source_device: `google_${/^.*?([a-z]+)_\d{4}_\d{2}_\d{2}/i.exec(metrics.name)?.[1]?.toLowerCase() ?? 'unnamed'}`,
    vendor: 'Google',
    calibrated_at: dated,
    t2_kind: null,
    notes: [
      ...(stated === undefined && dated !== null ? ["the date is that of the file's name, without a time of day"] : []),
      ...(spec === null ? ['no device spec given: no durations'] : lengths.notes),
      'two-qubit errors are per XEB cycle and contain one-qubit gates',
    ],
    qubits: labels(values).map(label => draftQubit(label, values, lengths)),
    edges: GATES.flatMap(gate => draftEdges(gate, values, lengths)),
    positions: new Map(labels(values).flatMap(label => place(label))),
  }
}

type Values = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Metric name to target (labels joined by a space) to value. */
function index(list: readonly unknown[], file: string, pointer: string): Values {
  const values = new Map<string, Map<string, number>>()
  for (const [at, metric] of readEach(Metric, list, file, pointer).entries()) {
    const value = metric.values[0]?.doubleVal ?? metric.values[0]?.floatVal
    if (value === undefined)
      throw invalidFile(file, { pointer: under(pointer, at) }, `${quote(metric.name)} has no value.`)
    const targets = values.get(metric.name) ?? new Map<string, number>()
    values.set(metric.name, targets.set(metric.targets.map(target => target.replace(/^q/, '')).join(' '), value))
  }
  return values
}

/** Qubits that any one-qubit metric names, row by row. */
function labels(values: Values): string[] {
  const single = [...values]
    .filter(([name]) => !name.startsWith('two_qubit'))
    .flatMap(([, targets]) => [...targets.keys()])
  return [...new Set(single)].filter(label => /^\d+_\d+$/.test(label)).sort(byLabel)
}

function draftQubit(label: string, values: Values, lengths: Lengths): DraftQubit {
  const of = (name: string): number | undefined => values.get(name)?.get(label)
  const [p00, p11] = [of('single_qubit_p00_error'), of('single_qubit_p11_error')]
  const average =
    of('single_qubit_rb_average_error_per_gate') ??
    scaled(of('single_qubit_rb_pauli_error_per_gate'), AVERAGE_OF_PAULI.one)
  return {
    ...NO_FIGURES,
    label,
    t1_us: of('single_qubit_idle_t1_micros') ?? null,
    fidelity_1q: average === undefined ? null : 1 - average,
    readout_fidelity: p00 === undefined || p11 === undefined ? null : 1 - (p00 + p11) / 2,
    gate_1q_length_ns: lengths.of(['xy', 'phased_xz', 'xyz']),
    readout_length_ns: lengths.of(['meas']),
    reset_length_ns: lengths.of(['reset']),
  }
}

const scaled = (value: number | undefined, by: number): number | undefined =>
  value === undefined ? undefined : value * by

function draftEdges({ gate, metric, ids }: (typeof GATES)[number], values: Values, lengths: Lengths): DraftEdge[] {
  const average = values.get(`two_qubit_parallel_${metric}_xeb_average_error_per_cycle`)
  const pauli = values.get(`two_qubit_parallel_${metric}_xeb_pauli_error_per_cycle`)
  const errors = average ?? new Map([...(pauli ?? [])].map(([pair, error]) => [pair, error * AVERAGE_OF_PAULI.two]))
  return [...errors].map(([pair, error]) => {
    const [a = '', b = ''] = pair.split(' ')
    return { a, b, gate, fidelity: 1 - error, standard_error: null, duration_ns: lengths.of(ids), out_of_service: null }
  })
}

/** Row and column are in the label: row down, column across. */
function place(label: string): [string, readonly [number, number]][] {
  const [row, column] = label.split('_').map(Number)
  return row === undefined || column === undefined ? [] : [[label, [column, row]]]
}

interface Lengths {
  readonly notes: readonly string[]
  /** Nanoseconds of the first of these gates that the spec times; null when it times none. */
  of(ids: readonly string[]): number | null
}

function readLengths(spec: NamedText | null): Lengths {
  if (spec === null) return { notes: [], of: () => null }
  const root = parsePrototext(spec)
  const gates = [root, ...messages(root, 'valid_gate_sets')].flatMap(set => messages(set, 'valid_gates'))
  const lengths = new Map<string, number>()
  for (const gate of gates) {
    const picoseconds = Number(scalars(gate, 'gate_duration_picos')[0] ?? 0)
    if (picoseconds > 0) lengths.set(gateId(gate), picoseconds / 1_000)
  }
  const absurd = [...lengths].filter(([, length]) => length > LONGEST_NS)
  for (const [id] of absurd) lengths.delete(id)
  return {
    notes: absurd.map(([id, length]) => `the spec's ${length} ns for ${id} is longer than a T1 and was left out`),
    of: ids => ids.map(id => lengths.get(id)).find(length => length !== undefined) ?? null,
  }
}

/** Older specs name a gate by `id`, newer ones by the kind of message inside. */
function gateId(gate: Message): string {
  const id = scalars(gate, 'id')[0]
  return id === undefined ? (gate.fields.find(field => typeof field.value === 'object')?.name ?? '') : String(id)
}

/** rainbow_2021_11_16_calibration.json is of 2021-11-16. */
function dateInName(name: string): string | null {
  const match = /(\d{4})_(\d{2})_(\d{2})/.exec(name)
  if (match === null) return null
  const moment = new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) ? null : `${match[1]}-${match[2]}-${match[3]}T00:00:00Z`
}
