import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Derived, deriveDevice, type Source } from '../../backends/devices/derive-device'
import { type LoadedDevice, loadDevice, readProfile, readText } from '../../backends/devices/device-profile'
import { settingsFor, sourcesOf } from '../../backends/devices/new-device'
import { Recipe, Settings } from '../../backends/devices/recipe'
import { printDocument, writeDocument } from '../../backends/files/document'
import { type NamedText, parseJsonFile, read } from '../../backends/files/json'
import { importSnapshot } from '../../backends/importers/import-snapshot'
import { nativeCzGates, summarize } from '../../backends/snapshot/summary'
import { type Option, optionLines, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { CSV_TEMPLATE } from '../../contract/calibration/csv-template'
import { FEEDFORWARD_BASES } from '../../contract/calibration/device-profile'
import { ASSUMED_LATENCY_NS, feedforwardOf } from '../../contract/calibration/feedforward'
import { validationMessage } from '../../contract/model/validation-messages'
import { countedNoun } from '../../contract/numbers/number-text'
import { commandNamed } from '../io/command-words'
import { exitCodeOf, sayFaults } from '../io/faults'
import { FOLDER_OPTIONS, HELP_OPTION, serviceOptions } from '../io/service-options'
import type { Terminal } from '../io/terminal'
import { outFolder, writeWhole } from '../io/write-file'
import { chipletsOf, latencyOf } from './device-flags'
import { LAB_DEVICE_COMMANDS } from './lab-devices'

const OPTIONS = {
  id: { type: 'string', value: 'ID', help: 'id of the device, e.g. dev-x' },
  name: { type: 'string', value: 'TEXT', help: 'its name (as its tables say in # device:, else the id)' },
  topology: { type: 'string', value: 'TEXT', help: 'its lattice in words (the number of couplings)' },
  chiplets: { type: 'string', value: 'CUT', help: 'single, or tile:COLUMNSxROWS of the map, e.g. tile:3x3 (single)' },
  'grid-columns': { type: 'string', value: 'N', help: 'labels count along rows of N: place and tile them so' },
  'feedforward-latency': {
    type: 'string',
    value: 'NS',
    help: `ns from the end of a measurement to what it decides, or none (${ASSUMED_LATENCY_NS}, assumed)`,
  },
  'feedforward-basis': { type: 'string', value: 'BASIS', help: `${FEEDFORWARD_BASES.join(', ')} (assumed)` },
  source: { type: 'string', value: 'TEXT', help: 'where the figures are from: repository, commit, path, licence' },
  'source-device': { type: 'string', value: 'TEXT', help: 'the machine, where the files do not name it' },
  recipe: { type: 'string', value: 'FILE', help: 'take all of the above from a recipe instead' },
  from: { type: 'string', value: 'FOLDER', help: "folder of the recipe's published files" },
  out: { type: 'string', value: 'FOLDER', help: 'where to write ID.json and ID/<calibration>.json' },
  'dry-run': { type: 'boolean', help: 'add: only read the files, and say what is assumed and missing' },
  json: { type: 'boolean', help: 'add, delete, restore: the answer as JSON' },
  ...serviceOptions('operator'),
  ...FOLDER_OPTIONS,
  force: { type: 'boolean', help: 'replace a profile that is already there' },
  ...HELP_OPTION,
} as const satisfies Record<string, Option>

const HELP = `Devices from published calibration files: as profiles, or added to a workstation.

Usage: npm run devices -- import --id dev-x --name "Device X" --out FOLDER FILE [FILE ...]
       npm run devices -- import --recipe FILE --from FOLDER --out FOLDER
       npm run devices -- template --out FOLDER
       npm run devices -- check PROFILE [PROFILE ...]
       npm run devices -- add --id dev-x FILE [FILE ...]    to the workstation, as the window does
       npm run devices -- delete dev-x                      a device that was added
       npm run devices -- restore dev-x                     brings it back

${optionLines(OPTIONS)}

Formats: Pentad calibrations, tables of qubits and couplings (CSV, as template writes them), Braket device properties
(Rigetti, IQM, OQC), IBM conf and props, Google calibration and device spec. Files of one IBM or Google calibration go
together, and so do both tables; each other file is a snapshot of its own. A figures file (pentad-figures/1) beside them
enters what they leave out, such as T2. import, template and check only write and read files; add, delete and restore talk
to the service that runs on the data folder, or open that folder themselves.
Start the workstation on the result with: npm start -- --device FOLDER/ID.json`

type Flags = { readonly [name in keyof typeof OPTIONS]?: string | boolean | undefined }

/** Runs `npm run devices`; returns the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runDevices(
  argv: readonly string[],
  source: Omit<ConfigSource, 'argv'>,
  terminal: Terminal,
): Promise<number> {
  try {
    const { flags, words } = parse(argv)
    if (flags.help) terminal.out(HELP)
    else {
      const [name, ...files] = words
      await commandNamed(COMMANDS, name)({ words: files, flags, source, terminal })
    }
    return 0
  } catch (error) {
    return exitCodeOf(error, failure => sayFaults(failure, terminal))
  }
}

function parse(argv: readonly string[]): { flags: Flags; words: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: OPTIONS,
      strict: true,
      allowPositionals: true,
    })
    return { flags: values, words: positionals }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See --help.`)
  }
}

interface DevicesCall {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly source: Omit<ConfigSource, 'argv'>
  readonly terminal: Terminal
}

const COMMANDS: Readonly<Record<string, (call: DevicesCall) => void | Promise<void>>> = {
  import: ({ words, flags, terminal }) =>
    write(flags.recipe === undefined ? fromFiles(words, flags) : fromRecipe(words, flags), flags, terminal),
  check: ({ words, terminal }) => check(words, terminal),
  template: ({ flags, terminal }) => writeTemplate(flags, terminal),
  ...LAB_DEVICE_COMMANDS,
}

function check(files: readonly string[], terminal: Terminal): void {
  if (files.length === 0) throw new UsageError('Say which profile: devices check PROFILE. See --help.')
  for (const file of files) describe(loadDevice(file), file, terminal)
}

function writeTemplate(flags: Flags, terminal: Terminal): void {
  const out = text(flags, 'out', 'where to write')
  outFolder(out, '.')
  const paths = CSV_TEMPLATE.map(({ name }) => join(out, name))
  const there = paths.find(path => existsSync(path))
  if (there !== undefined && !flags.force)
    throw new UsageError(`${there} is already there. Choose another --out, or replace it with --force.`)
  for (const [at, { content }] of CSV_TEMPLATE.entries()) writeWhole(paths[at]!, { cwd: '.', content })
  terminal.out(`${paths.join(' and ')} hold an example of nine qubits. Put your figures in its place, then:`)
  terminal.out(`  npm run devices -- import --id my-device --out FOLDER ${paths.join(' ')}`)
}

function describe({ profile, bundled }: LoadedDevice, file: string, terminal: Terminal): void {
  const { latency_ns, basis } = feedforwardOf(profile)
  terminal.out(
    `${file}: ${profile.device_id}, ${countedNoun(profile.qubits.length, 'qubit')}, ${countedNoun(profile.couplings.length, 'coupling')}, ${countedNoun(profile.chiplets.length, 'chiplet')}; ${
      latency_ns === null ? 'no feed-forward' : `feed-forward latency ${latency_ns} ns (${basis})`
    }`,
  )
  for (const dated of bundled) {
    const gates = nativeCzGates(dated.snapshot).map(gate => gate.toUpperCase())
    const of = gates.some(gate => gate !== 'CZ') ? ` (CZ made of ${gates.join(', ')})` : ''
    const { calibration_id, median, qubits_out_of_service, edges_out_of_service } = summarize(dated, false)
    terminal.out(
      `  ${calibration_id}: out of service ${countedNoun(qubits_out_of_service, 'qubit')}, ${countedNoun(edges_out_of_service, 'coupling')}; median CZ ${median.cz_fidelity ?? 'not given'}${of}, T1 ${median.t1_us ?? 'not given'} µs, T2 ${median.t2_us === null ? 'not given' : `${median.t2_us} µs`}`,
    )
  }
}

function write({ profile, snapshots }: Derived, flags: Flags, terminal: Terminal): void {
  const out = text(flags, 'out', 'where to write')
  const path = join(out, `${profile.device_id}.json`)
  if (existsSync(path) && !flags.force)
    throw new UsageError(`${path} is already there. Choose another --out or --id, or replace it with --force.`)
  // Validates the profile as at a start, before anything is written.
  readProfile({ name: path, content: printDocument(profile) })
  for (const [at, snapshot] of snapshots.entries()) writeDocument(join(out, profile.calibrations[at]!), snapshot)
  writeDocument(path, profile)
  describe(loadDevice(path), path, terminal)
}

function text(flags: Flags, name: keyof typeof OPTIONS, what: string): string {
  const value = flags[name]
  if (typeof value === 'string') return value
  throw new UsageError(`Say ${what}: --${name}. See --help.`)
}

/** Derives the device of a recipe, with snapshots read from the folder of published files. */
function fromRecipe(files: readonly string[], flags: Flags): Derived {
  if (files.length > 0) throw new UsageError('A recipe names its files itself; give their folder with --from.')
  const folder = text(flags, 'from', 'where the published files are')
  const file = text(flags, 'recipe', 'which recipe')
  const recipe = read(Recipe, parseJsonFile(readText(file)), { file })
  return deriveDevice(
    recipe.settings,
    recipe.snapshots.map(({ files: names, ...options }) =>
      sourceOf(names.map(name => join(folder, name)).map(readNamed), options),
    ),
  )
}

/** The file under its name without folders, which messages and dates are taken from. */
const readNamed = (path: string): NamedText => ({ ...readText(path), name: basename(path) })

function sourceOf(
  files: readonly NamedText[],
  options: { source?: string | undefined; source_device?: string | undefined },
): Source {
  return { ...importSnapshot(files, options), files: files.map(file => file.name).join(', ') }
}

function fromFiles(paths: readonly string[], flags: Flags): Derived {
  if (paths.length === 0)
    throw new UsageError('Say which calibration files: devices import --id ID --out FOLDER FILE. See --help.')
  const names = { source: optional(flags.source), source_device: optional(flags['source-device']) }
  const sources = sourcesOf(paths.map(readNamed), names)
  return deriveDevice(settingsOf(flags, sources), sources)
}

const optional = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

function settingsOf(flags: Flags, sources: readonly Source[]): Settings {
  const wanted = {
    device_id: text(flags, 'id', 'what the device is called'),
    name: optional(flags.name),
    topology: optional(flags.topology),
    chiplets: chipletsOf(optional(flags.chiplets) ?? 'single'),
    grid_columns: flags['grid-columns'] === undefined ? null : Number(flags['grid-columns']),
    ...latencyOf(flags),
  }
  const settings = Settings.safeParse(settingsFor(wanted, sources), { error: validationMessage })
  if (settings.success) return settings.data
  const [issue] = settings.error.issues
  throw new UsageError(`--${optionOf(String(issue?.path[0]))}: ${issue?.message}. See --help.`)
}

/** Name of the option that sets this setting. */
const optionOf = (setting: string): string =>
  ({ device_id: 'id', feedforward_latency_ns: 'feedforward-latency', feedforward_latency_basis: 'feedforward-basis' })[
    setting
  ] ?? setting.replace('_', '-')
