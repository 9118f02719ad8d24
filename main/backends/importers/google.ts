/**
 * Google calibration metrics with the device spec beside them. There is no T2, durations are one value per gate for the
 * whole device, and two-qubit errors are per XEB cycle, so they contain the cycle's one-qubit gates: the snapshot keeps the
 * cycle's figure and marks it, and the noise model takes the one-qubit gates off.
 */
import { z } from 'zod'
import { isoTime } from '../../contract/model/iso-time'
import { eachWhole } from '../files/fault-list'
import { invalidFile, quote, under } from '../files/invalid-file'
import type { JsonFile } from '../files/json'
import { type NamedText, read } from '../files/json'
import { type Message, messages, parsePrototext, scalars } from '../files/prototext'
import { type Draft, type DraftEdge, type DraftQubit, NO_FIGURES } from '../snapshot/draft'
import { byLabel } from '../snapshot/ordering'

const Metric = z.object({
  name: z.string().max(200),
  targets: z.array(z.string().max(32)).max(10),
  values: z.array(z.object({ doubleVal: z.number().optional(), floatVal: z.number().optional() })).max(100),
})
/** Up to the year 9999, the last that a timestamp can name. */
const Moment = z.coerce.number().int().positive().max(253_402_300_799_999).optional()
const Snapshot = z.object({ timestampMs: Moment, metrics: z.array(z.unknown()) })
/** Cirq saves the snapshot inside another object, in a field that is called `metrics` as well. */
const Wrapped = z.object({ metrics: z.record(z.string(), z.unknown()) })

/** Ids of a two-qubit gate in device specs, where they are not its name in the metrics. */
const SPEC_IDS: Readonly<Record<string, readonly string[]>> = {
  sqrt_iswap: ['fsim_pi_4', 'sqrt_iswap'],
  sycamore: ['syc'],
}

/** Metrics of cross-entropy benchmarking, whose cycles are one-qubit gates and the two-qubit gate. */
const CYCLE = /^two_qubit_(parallel_)?([a-z0-9_]+)_gate_xeb_(average|pauli)_error_per_cycle$/

/** Average error from Pauli error: 2/3 of it for one qubit, 4/5 for two. */
const AVERAGE_OF_PAULI = { one: 2 / 3, two: 4 / 5 }

/** Longest length in ns that is believed: some published specs say 4 ms where their predecessors say 4 us. */
const LONGEST_NS = 100_000

export const isMetrics = (value: object): boolean => 'metrics' in value
export const looksLikeSpec = (text: string): boolean => /\b(valid_gate_sets|valid_gates|valid_qubits)\b/.test(text)

/** A draft from a metrics file and, where given, its device spec. Throws `invalid_file`. */
export function readGoogle(metrics: JsonFile, spec: NamedText | null): Draft {
  const wrapped = Wrapped.safeParse(metrics.value)
  const pointer = wrapped.success ? '/metrics' : ''
  const snapshot = read(Snapshot, wrapped.success ? wrapped.data.metrics : metrics.value, {
    file: metrics.name,
    pointer,
  })
  const stated = snapshot.timestampMs
  const values = index(snapshot.metrics, metrics.name, `${pointer}/metrics`)
  const lengths = readLengths(spec)
  const gates = gatesOf(values)
  const dated = stated === undefined ? dateInName(metrics.name) : isoTime(stated)
  return {
    source_device: `google_${nameIn(metrics.name) ?? nameIn(spec?.name ?? '') ?? 'unnamed'}`,
    vendor: 'Google',
    calibrated_at: dated,
    t2_kind: null,
    notes: [
      ...(stated === undefined && dated !== null ? ["the date is that of the file's name, without a time of day"] : []),
      ...(spec === null ? ['no device spec given: no durations'] : lengths.notes),
      ...(gates.length === 0 ? [] : ['two-qubit errors are per XEB cycle and contain one-qubit gates']),
      ...gates.flatMap(({ gate, parallel }) =>
        parallel ? [] : [`${gate} was benchmarked on one pair at a time; nothing is published for gates in parallel`],
      ),
    ],
    qubits: labels(values).map(label => draftQubit(label, values, lengths)),
    edges: gates.flatMap(gate => draftEdges(gate, values, lengths)),
    positions: new Map(labels(values).flatMap(label => positionOf(label))),
  }
}

type MetricValues = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Metric name to target (labels joined by a space) to value. */
function index(list: readonly unknown[], file: string, pointer: string): MetricValues {
  const values = new Map<string, Map<string, number>>()
  eachWhole(list, (entry, at) => {
    const metric = read(Metric, entry, { file, pointer: under(pointer, at) })
    const value = metric.values[0]?.doubleVal ?? metric.values[0]?.floatVal
    if (value === undefined)
      throw invalidFile(file, { pointer: under(pointer, at) }, `${quote(metric.name)} has no value.`)
    const targets = values.get(metric.name) ?? new Map<string, number>()
    values.set(metric.name, targets.set(metric.targets.map(target => target.replace(/^q/, '')).join(' '), value))
  })
  return values
}

/** Qubits that any one-qubit metric names, row by row. */
function labels(values: MetricValues): string[] {
  const single = [...values]
    .filter(([name]) => !name.startsWith('two_qubit'))
    .flatMap(([, targets]) => [...targets.keys()])
  return [...new Set(single)].filter(label => /^\d+_\d+$/.test(label)).sort(byLabel)
}

function draftQubit(label: string, values: MetricValues, lengths: Lengths): DraftQubit {
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

interface GoogleGate {
  readonly gate: string
  readonly parallel: boolean
}

/** Two-qubit gates by name. Figures of gates in parallel are preferred, because a round uses gates in parallel. */
function gatesOf(values: MetricValues): GoogleGate[] {
  const found = new Map<string, boolean>()
  for (const name of values.keys()) {
    const [, parallel, gate] = CYCLE.exec(name) ?? []
    if (gate !== undefined) found.set(gate, parallel !== undefined || (found.get(gate) ?? false))
  }
  return [...found].map(([gate, parallel]) => ({ gate, parallel })).sort((a, b) => (a.gate < b.gate ? -1 : 1))
}

function draftEdges({ gate, parallel }: GoogleGate, values: MetricValues, lengths: Lengths): DraftEdge[] {
  const metric = `two_qubit_${parallel ? 'parallel_' : ''}${gate}_gate_xeb`
  const average = values.get(`${metric}_average_error_per_cycle`)
  const pauli = values.get(`${metric}_pauli_error_per_cycle`)
  const errors = average ?? new Map([...(pauli ?? [])].map(([pair, error]) => [pair, error * AVERAGE_OF_PAULI.two]))
  const duration_ns = lengths.of(SPEC_IDS[gate] ?? [gate])
  return [...errors].map(([pair, error]) => {
    const [a = '', b = ''] = pair.split(' ')
    const figures = { fidelity: 1 - error, fidelity_of: 'cycle' as const, standard_error: null, duration_ns }
    return { a, b, gate, ...figures, out_of_service: null }
  })
}

/**
 * The device in a file name such as `willow_pink_d7v1-2024_08_16_calibration.json`: the part before the date, without the
 * processor's revision (`d7v1`). Neither the metrics nor the spec name the device inside; null for a file name without a date or
 * one of the words calibration, metrics and device_spec.
 */
function nameIn(file: string): string | null {
  const stem = file.toLowerCase().replace(/\.[a-z.]+$/, '')
  const before = stem
    .replace(/[-_]?\d{4}[-_]\d{2}[-_]\d{2}.*$/, '')
    .replace(/[-_]?(calibration|metrics|device_spec).*$/, '')
  const name = before
    .replace(/[-_][a-z]\d+v\d+$/, '')
    .replace(/^google[-_]/, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return before === stem || name === '' || name.length > MAX_NAME_LENGTH ? null : name
}

const MAX_NAME_LENGTH = 60

/** Row and column are in the label: row down, column across. */
function positionOf(label: string): [string, readonly [number, number]][] {
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
