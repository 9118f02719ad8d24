/** Reads published files of any known format and order into one snapshot. Pure: names and texts in, a snapshot out. */
import type { ImportCalibration } from '../../contract/calibration/import'
import { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { eachWhole, type FaultList, gatherFaults } from '../files/fault-list'
import { invalidFile } from '../files/invalid-file'
import { type JsonFile, type NamedText, parseJsonFile, read } from '../files/json'
import { type Draft, snapshotOf } from '../snapshot/draft'
import { isBraket, readBraket } from './braket'
import { isCsv, readCsv } from './csv'
import { isMetrics, looksLikeSpec, readGoogle } from './google'
import { isConf, isProps, readIbm } from './ibm'
import { addLabFigures, isLabFigures } from './lab-figures'
import { isPentad, readPentad } from './pentad'

type SnapshotFormat = Exclude<ImportCalibration['format'], 'auto'>

/** Format of a file; a file of figures may come with files of any format. */
type FileKind = SnapshotFormat | 'figures'

export interface Imported {
  readonly snapshot: CalibrationSnapshot
  /** Where the publisher places its qubits, by label; null where it does not say. */
  readonly positions: Draft['positions']
  /** Name of the device in its files, where they have one. */
  readonly device_name?: Draft['device_name']
}

export interface ImportOptions {
  readonly format?: ImportCalibration['format']
  /** Where the figures come from; the files' names stand in when it is left out. */
  readonly source?: string | undefined
  /** Replaces the name of the device in files that name none or the wrong one; without effect on Pentad's own format. */
  readonly source_device?: string | undefined
  /**
   * Snapshot that a file of figures alone is merged into, with the publisher's positions of its qubits; left out: such a file is
   * refused.
   */
  readonly base?: CalibrationSnapshot | undefined
}

type SnapshotFile =
  | { readonly kind: FileKind; readonly name: string; readonly value: unknown }
  | { readonly kind: 'google' | 'csv'; readonly name: string; readonly text: string }

interface SnapshotReader {
  /** What to give, for the refusal of an unknown file. */
  readonly gives: string
  /** Whether an object of parsed JSON is of this format; left out: it comes as text alone. */
  readonly recognizes?: (value: object) => boolean
  /** Whether one file makes a snapshot alone; else the files of one snapshot are imported together. */
  readonly is_whole: boolean
  /** Files of this format, at least one. Throws `invalid_file`, or adds to the faults. */
  readonly draft: (files: readonly SnapshotFile[], faults: FaultList) => Draft
}

/** The publishers' formats, in the order in which a file is held against them; our own is read whole by `readOwn`. */
const READERS: Readonly<Record<Exclude<SnapshotFormat, 'pentad'>, SnapshotReader>> = {
  ibm: {
    gives: 'IBM conf and props together',
    recognizes: value => isConf(value) || isProps(value),
    is_whole: false,
    draft: (files, faults) =>
      readIbm(
        files.filter(file => 'value' in file),
        faults,
      ),
  },
  csv: {
    gives: 'our own tables of qubits and couplings as CSV',
    is_whole: false,
    draft: (files, faults) => readCsv(textsOf(files), faults),
  },
  braket: {
    gives: 'Braket device properties',
    recognizes: isBraket,
    is_whole: true,
    draft: (files, faults) => readBraket(single(files, 'braket'), faults),
  },
  google: {
    gives: 'Google calibration metrics with their device spec',
    recognizes: isMetrics,
    is_whole: false,
    draft: googleDraft,
  },
}

const PUBLISHED = Object.keys(READERS) as (keyof typeof READERS)[]

const WHAT_DOES = `Give one of: a Pentad calibration (format pentad-calibration/1); ${PUBLISHED.map(
  format => READERS[format].gives,
).join('; ')}. Beside any of them: figures of the lab's own (format pentad-figures/1).`

/** Throws `invalid_file` naming the file, the position in it and a remedy. */
export function importSnapshot(files: readonly NamedText[], options: ImportOptions = {}): Imported {
  const all = eachWhole(files, parseFile)
  const entered = all.filter(isFigures)
  const parsed = all.filter(file => !isFigures(file))
  const { base } = options
  if (parsed.length === 0 && entered.length > 0)
    return { snapshot: withEntered(baseOf(base, entered), entered), positions: null }
  const published = importPublished(parsed, options)
  return { ...published, snapshot: withEntered(published.snapshot, entered) }
}

type FiguresFile = SnapshotFile & { readonly value: unknown }
const isFigures = (file: SnapshotFile): file is FiguresFile => file.kind === 'figures'

const withEntered = (snapshot: CalibrationSnapshot, files: readonly FiguresFile[]): CalibrationSnapshot =>
  files.reduce(addLabFigures, snapshot)

function baseOf(base: CalibrationSnapshot | undefined, [file]: readonly FiguresFile[]): CalibrationSnapshot {
  if (base !== undefined) return base
  throw invalidFile(file!.name, null, 'figures to enter into a calibration. Give the calibration with it.')
}

function importPublished(parsed: readonly SnapshotFile[], options: ImportOptions): Imported {
  const format = agreedFormat(parsed, options.format ?? 'auto')
  const names = parsed.map(file => file.name).join(', ')
  const source = options.source ?? `imported from ${names}`.slice(0, 2_000)
  if (format === 'pentad') return { snapshot: readOwn(parsed, options), positions: null }
  const faults = gatherFaults()
  const draft = READERS[format].draft(parsed, faults)
  const named = options.source_device === undefined ? draft : { ...draft, source_device: options.source_device }
  const snapshot = snapshotOf(named, { file: names, source, faults })
  const { positions, device_name = null } = draft
  return { snapshot: read(CalibrationSnapshot, snapshot, { file: names }), positions, device_name }
}

/** True where a file makes a snapshot alone. Throws `invalid_file`. */
export function isComplete(file: NamedText): boolean {
  const { kind } = parseFile(file)
  return kind === 'pentad' || (kind !== 'figures' && READERS[kind].is_whole)
}

function parseFile(file: NamedText): SnapshotFile {
  if (!/^[\s\uFEFF]*[{["]/.test(file.content) && looksLikeSpec(file.content.slice(0, 10_000)))
    return { kind: 'google', name: file.name, text: file.content }
  if (isCsv(file)) return { kind: 'csv', name: file.name, text: file.content }
  const value = parseJsonFile(file)
  return { kind: formatOf(value, file.name), name: file.name, value }
}

function formatOf(value: unknown, file: string): FileKind {
  if (typeof value === 'object' && value !== null) {
    if (isPentad(value)) return 'pentad'
    if (isLabFigures(value)) return 'figures'
    for (const format of PUBLISHED) if (READERS[format].recognizes?.(value)) return format
    if ('format' in value && value.format === 'pentad-device/1')
      throw invalidFile(
        file,
        { pointer: '/format' },
        'this is a device profile, not a calibration. Start Pentad with --device to add it.',
      )
  }
  throw invalidFile(file, null, `this is no calibration format known here. ${WHAT_DOES}`)
}

function agreedFormat(files: readonly SnapshotFile[], wanted: ImportCalibration['format']): SnapshotFormat {
  const [first] = files as (SnapshotFile & { readonly kind: SnapshotFormat })[]
  if (first === undefined) throw invalidFile('the import', null, `no files. ${WHAT_DOES}`)
  const stranger = files.find(file => file.kind !== first.kind)
  if (stranger !== undefined)
    throw invalidFile(
      stranger.name,
      null,
      `it is ${stranger.kind}, while ${first.name} is ${first.kind}. Import them separately.`,
    )
  if (wanted !== 'auto' && wanted !== first.kind)
    throw invalidFile(first.name, null, `it is ${first.kind}, not ${wanted} as asked. Ask for ${first.kind} or auto.`)
  return first.kind
}

function readOwn(files: readonly SnapshotFile[], options: ImportOptions): CalibrationSnapshot {
  const snapshot = readPentad(single(files, 'pentad'))
  return options.source === undefined ? snapshot : { ...snapshot, source: options.source }
}

function googleDraft(files: readonly SnapshotFile[]): Draft {
  const specs = textsOf(files)
  const metrics = files.filter(file => 'value' in file)
  if (specs.length > 1) throw invalidFile(specs[1]!.name, null, 'a second device spec. Give one.')
  const spec = specs[0] === undefined ? null : specs[0]
  if (spec !== null && metrics.length === 0)
    throw invalidFile(spec.name, null, 'a device spec alone holds no figures. Give the calibration metrics with it.')
  return readGoogle(single(metrics, 'google'), spec)
}

const textsOf = (files: readonly SnapshotFile[]): NamedText[] =>
  files.flatMap(file => ('text' in file ? [{ name: file.name, content: file.text }] : []))

function single(files: readonly SnapshotFile[], format: SnapshotFormat): JsonFile {
  const [file, second] = files
  if (file === undefined || !('value' in file) || second !== undefined)
    throw invalidFile(
      files.map(({ name }) => name).join(', '),
      null,
      `one ${format} file makes one snapshot; ${files.length} were given. Import them one by one.`,
    )
  return file
}
