/**
 * The provider part of Braket device properties: Rigetti's `specs` (Aspen's 1Q/2Q tables, Ankaa's and Cepheus's benchmarks),
 * IQM's and OQC's `properties`. The tables state no unit of time: it is derived from the size of the values, and the file is
 * refused where the size does not settle it.
 */
import { z } from 'zod'
import { eachWhole } from '../files/fault-list'
import { invalidFile, quote, under } from '../files/invalid-file'
import { type FilePointer, read, readEntries } from '../files/json'
import { type Draft, type DraftEdge, type DraftQubit, NO_FIGURES } from '../snapshot/draft'
import { coherenceUnit, toMicroseconds } from './units'

export interface ProviderPart {
  /** E.g. rigetti_cepheus_1_108q, null where the file does not name its device. */
  readonly name: string | null
  readonly t2_kind: Draft['t2_kind']
  readonly notes: readonly string[]
  readonly qubits: readonly DraftQubit[]
  readonly edges: readonly DraftEdge[]
  /** Echo T2 of a qubit in microseconds, null where none is published. */
  t2Echo(label: string, t1_us: number | null): number | null
}

const Entries = z.record(z.string(), z.unknown())
const BraketShape = z.object({
  specs: z
    .object({
      name: z.string().max(60).nullish(),
      '1Q': Entries.nullish(),
      '2Q': Entries.nullish(),
      benchmarks: z
        .array(z.object({ name: z.string() }))
        .max(1_000)
        .nullish(),
    })
    .nullish(),
  properties: z.object({ one_qubit: Entries.nullish(), two_qubit: Entries.nullish() }).nullish(),
})
type BraketShape = z.infer<typeof BraketShape>

const Figure = z.number().optional().catch(undefined)
const One = z.object({
  T1: Figure,
  T2: Figure,
  T2_echo: Figure,
  f1QRB: Figure,
  f1QRB_std_err: Figure,
  fRB: Figure,
  f1Q_simultaneous_RB: Figure,
  f1Q_simultaneous_RB_std_err: Figure,
  fRO: Figure,
  fActiveReset: Figure,
})
type One = z.infer<typeof One>
const Two = z.record(z.string(), z.unknown())

/** Throws `invalid_file` where the part is there and cannot be read; an absent part gives no figures. */
export function readProvider(
  value: unknown,
  { vendor, file, pointer }: { readonly vendor: string; readonly file: string; readonly pointer: string },
): ProviderPart {
  const part = read(BraketShape, value ?? {}, { file, pointer })
  const ones = part.specs?.['1Q'] ?? part.properties?.one_qubit ?? {}
  const twos = part.specs?.['2Q'] ?? part.properties?.two_qubit ?? {}
  const at = part.specs
    ? { one: `${pointer}/specs/1Q`, two: `${pointer}/specs/2Q` }
    : { one: `${pointer}/properties/one_qubit`, two: `${pointer}/properties/two_qubit` }
  const table = readEntries(One, ones, { file, pointer: at.one })
  const unit = coherenceUnit(table.map(([, one]) => one.T1 ?? 0))
  const byLabel = new Map(table)
  return {
    name: nameOf(part, vendor),
    t2_kind: t2Kind(part, table),
    notes:
      unit === null
        ? []
        : [`the file states no unit of T1 and T2; their size says ${unit === 's' ? 'seconds' : 'microseconds'}`],
    qubits: eachWhole(table, ([label, one]) => draftQubit(label, one, { unit, file, at: at.one })),
    edges: eachWhole(readEntries(Two, twos, { file, pointer: at.two }), ([pair, two]) =>
      draftPair(pair, two, { file, pointer: under(at.two, pair) }),
    ).flat(),
    t2Echo: (label, t1_us) => echo(byLabel.get(label), t1_us),
  }
}

function nameOf(part: BraketShape, vendor: string): string | null {
  const name = part.specs?.name
  if (!name) return null
  return `${vendor} ${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
}

/** Rigetti names the experiment (free induction decay is T2*); IQM publishes T2 beside an echo, so T2 is T2* there. */
function t2Kind(part: BraketShape, table: readonly [string, One][]): Draft['t2_kind'] {
  const ramsey =
    part.specs?.benchmarks?.some(({ name }) => name === 'FreeInductionDecay') ||
    table.some(([, one]) => one.T2_echo !== undefined)
  return ramsey ? 'ramsey' : null
}

function draftQubit(
  label: string,
  one: One,
  { unit, file, at }: { readonly unit: 's' | 'us' | null; readonly file: string; readonly at: string },
): DraftQubit {
  const time = (value: number | undefined): number | null => {
    if (value === undefined) return null
    if (unit !== null) return toMicroseconds(value, unit)
    if (value === 0) return 0
    throw invalidFile(
      file,
      { pointer: under(at, label) },
      'T1 and T2 carry no unit, and their size fits neither seconds nor microseconds alone.',
    )
  }
  const isolated = one.f1QRB ?? one.fRB
  return {
    ...NO_FIGURES,
    label,
    t1_us: time(one.T1),
    t2_us: time(one.T2),
    t2_echo_us: time(one.T2_echo),
    fidelity_1q: isolated ?? one.f1Q_simultaneous_RB ?? null,
    standard_error: (isolated === undefined ? one.f1Q_simultaneous_RB_std_err : one.f1QRB_std_err) ?? null,
    readout_fidelity: one.fRO ?? null,
    reset_fidelity: one.fActiveReset ?? null,
    position: { pointer: under(at, label) },
  }
}

/** Keys such as fCZ, fCPHASE, fXY (Rigetti, IQM), fCX and ECR_f (OQC), each with its own `_std_err` where published. */
function draftPair(pair: string, two: Readonly<Record<string, unknown>>, { file, pointer }: FilePointer): DraftEdge[] {
  const ends = /^(\d+)-(\d+)$/.exec(pair)
  if (ends === null) throw invalidFile(file, { pointer }, `${quote(pair)} is not a pair of qubits such as 0-1.`)
  return Object.entries(two).flatMap(([key, value]) => {
    const gate = (/^f([A-Z]+)$/.exec(key) ?? /^([A-Z]+)_f$/.exec(key))?.[1]?.toLowerCase()
    if (gate === undefined || typeof value !== 'number') return []
    const error = two[`${key}_std_err`]
    return [
      {
        a: ends[1]!,
        b: ends[2]!,
        gate,
        fidelity: value,
        standard_error: typeof error === 'number' ? error : null,
        duration_ns: null,
        out_of_service: null,
        position: { pointer },
      },
    ]
  })
}

/** Echo T2 in microseconds, by the power of ten between the provider's T1 and the standardized T1 of the same qubit. */
function echo(one: One | undefined, t1_us: number | null): number | null {
  if (one?.T2_echo === undefined || !one.T1 || t1_us === null || t1_us <= 0) return null
  const power = Math.round(Math.log10(t1_us / one.T1))
  return one.T2_echo * 10 ** power
}
