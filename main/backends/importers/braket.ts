/**
 * Amazon Braket device properties of Rigetti, IQM and OQC: the standardized part where there is one, else the older
 * `specs` of the provider. Coherence times carry their unit (`S` or `uS`), which is read and never assumed.
 */
import { z } from 'zod'
import { type FaultList, gatherFaults } from '../files/fault-list'
import { invalidFile, quote, under } from '../files/invalid-file'
import type { FilePointer, JsonFile } from '../files/json'
import { read } from '../files/json'
import { type Draft, type DraftQubit, NO_FIGURES } from '../snapshot/draft'
import { readPairs } from './braket-pairs'
import { type ProviderPart, readProvider } from './braket-provider'
import { toMicroseconds, toUtc } from './units'

const Time = z.object({ value: z.number(), unit: z.string() })
const Kind = z.object({ name: z.string() })
const OneQubit = z.object({
  T1: Time.nullish(),
  T2: Time.nullish(),
  oneQubitFidelity: z
    .array(z.object({ fidelityType: Kind, fidelity: z.number(), standardError: z.number().nullish() }))
    .max(100),
})
type OneQubit = z.infer<typeof OneQubit>
const Entries = z.record(z.string(), z.unknown())
const Standardized = z.object({ oneQubitProperties: Entries, twoQubitProperties: Entries })
const Capabilities = z.object({
  braketSchemaHeader: z.object({ name: z.string() }),
  service: z.object({ updatedAt: z.string().nullish() }).nullish(),
  paradigm: z
    .object({ connectivity: z.object({ connectivityGraph: z.record(z.string(), z.array(z.string()).max(10_000)) }) })
    .nullish(),
  standardized: Standardized.nullish(),
  provider: z.unknown().optional(),
})
type Capabilities = z.infer<typeof Capabilities>

const VENDORS = [
  { vendor: 'Rigetti', header: /\.rigetti\./ },
  { vendor: 'IQM', header: /\.iqm\./ },
  { vendor: 'OQC', header: /\.oqc\./ },
]

/** Preferred first. Isolated benchmarking where it is published, as the two-qubit figures are isolated there too. */
const SINGLE = ['RANDOMIZED_BENCHMARKING', 'SIMULTANEOUS_RANDOMIZED_BENCHMARKING']

export const isBraket = (value: object): boolean => 'braketSchemaHeader' in value

/** A draft of the parts without faults of one device properties file. Throws `invalid_file` where nothing can be read. */
export function readBraket(file: JsonFile, faults: FaultList): Draft {
  const whole = read(Capabilities, file.value, { file: file.name })
  const vendor = vendorOf(whole.braketSchemaHeader.name, file.name)
  const provider = readProvider(isProviderAlone(whole) ? file.value : whole.provider, {
    vendor,
    file: file.name,
    pointer: isProviderAlone(whole) ? '' : '/provider',
  })
  const updated = whole.service?.updatedAt ?? null
  const common = {
    vendor,
    source_device: provider.name ?? `${vendor.toLowerCase()} device of ${countQubits(whole, provider)} qubits`,
    calibrated_at: updated === null ? null : date(updated, file.name),
    t2_kind: provider.t2_kind,
    positions: null,
  }
  if (!whole.standardized) return { ...common, qubits: provider.qubits, edges: provider.edges, notes: provider.notes }
  const { standardized } = whole
  const { edges, left_out } = faults.attempt(() => readPairs(standardized.twoQubitProperties, file.name), NO_PAIRS)
  const qubits = faults.each(Object.entries(standardized.oneQubitProperties), ([label, value]) => {
    const at = { file: file.name, pointer: under('/standardized/oneQubitProperties', label) }
    const figures = read(OneQubit, value, at)
    return { ...draftQubit(figures, at, t1 => provider.t2Echo(label, t1)), label }
  })
  return {
    ...common,
    qubits: [...qubits, ...unlisted(whole, new Set(qubits.map(({ label }) => label)))],
    edges,
    notes: [...renamed(provider.name, qubits.length), ...leftOut(left_out)],
  }
}

const NO_PAIRS = { edges: [], left_out: [] }

function vendorOf(header: string, file: string): string {
  const known = VENDORS.find(vendor => vendor.header.test(header))
  if (known !== undefined) return known.vendor
  throw invalidFile(
    file,
    { pointer: '/braketSchemaHeader/name' },
    `${quote(header)} is not read here. Give the device properties of a Rigetti, IQM or OQC device.`,
  )
}

const isProviderAlone = (whole: Capabilities): boolean => /provider_properties$/.test(whole.braketSchemaHeader.name)

const countQubits = (whole: Capabilities, provider: ProviderPart): number =>
  whole.standardized ? Object.keys(whole.standardized.oneQubitProperties).length : provider.qubits.length

function date(published: string, file: string): string {
  const utc = toUtc(published)
  if (utc === null) throw invalidFile(file, { pointer: '/service/updatedAt' }, `${quote(published)} is not a date.`)
  return utc
}

function draftQubit(
  figures: OneQubit,
  { file, pointer }: FilePointer,
  t2Echo: (t1_us: number | null) => number | null,
): Omit<DraftQubit, 'label'> {
  const by = (name: string) => figures.oneQubitFidelity.find(({ fidelityType }) => fidelityType.name === name)
  const single = SINGLE.map(by).find(figure => figure !== undefined)
  const faults = gatherFaults()
  const t1 = faults.attempt(() => time(figures.T1, file, `${pointer}/T1`), null)
  const t2 = faults.attempt(() => time(figures.T2, file, `${pointer}/T2`), null)
  faults.refuse()
  return {
    ...NO_FIGURES,
    t1_us: t1,
    t2_us: t2,
    t2_echo_us: t2Echo(t1),
    fidelity_1q: single?.fidelity ?? null,
    standard_error: single?.standardError ?? null,
    readout_fidelity:
      by('READOUT')?.fidelity ??
      meanAssignment(by('READOUT_ERROR_0_TO_1')?.fidelity, by('READOUT_ERROR_1_TO_0')?.fidelity),
    reset_fidelity: by('ACTIVE_RESET')?.fidelity ?? null,
    position: { pointer },
  }
}

const meanAssignment = (error01: number | undefined, error10: number | undefined): number | null =>
  error01 === undefined || error10 === undefined ? null : 1 - (error01 + error10) / 2

function time(published: z.infer<typeof Time> | null | undefined, file: string, at: string): number | null {
  if (!published) return null
  const converted = toMicroseconds(published.value, published.unit)
  if (converted === null)
    throw invalidFile(file, { pointer: `${at}/unit` }, `${quote(published.unit)} is not a unit of time.`)
  return converted
}

/** Qubits that only the connectivity graph names: they exist, without figures. */
function unlisted(whole: Capabilities, listed: ReadonlySet<string>): DraftQubit[] {
  const graph = whole.paradigm?.connectivity.connectivityGraph ?? {}
  const named = new Set(Object.entries(graph).flatMap(([label, neighbours]) => [label, ...neighbours]))
  return [...named].filter(label => !listed.has(label)).map(label => ({ ...NO_FIGURES, label }))
}

const leftOut = (pairs: readonly string[]): string[] =>
  pairs.length === 0 ? [] : [`pairs listed without a gate, left out: ${pairs.join(', ')}`]

/**
 * Note where the name states another number of qubits than the file lists: files have been published under the name of a newer
 * device, with their figures unchanged.
 */
function renamed(name: string | null, qubits: number): string[] {
  const said = /_(\d+)q$/.exec(name ?? '')
  if (said === null || Math.abs(Number(said[1]) - qubits) <= Number(said[1]) / 10) return []
  return [
    `the name says ${said[1]} qubits and the file lists ${qubits}: it may be another device's file under a new name`,
  ]
}
