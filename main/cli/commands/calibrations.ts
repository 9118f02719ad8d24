import { basename, resolve } from 'node:path'
import { readText } from '../../backends/devices/device-profile'
import { commandConfig } from '../../config/environment'
import { closestName, type Flags, type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import type { CurrentChange } from '../../contract/backends/current-calibration'
import { CALIBRATION_FORMATS } from '../../contract/calibration/import'
import type { CalibrationSummary } from '../../contract/calibration/snapshot'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import { attach } from '../io/attach'
import type { Client } from '../io/client'
import { sayFaults } from '../io/faults'
import { table } from '../io/table'
import type { Terminal } from '../io/terminal'

const OPTIONS: Record<string, Option> = {
  backend: {
    type: 'string',
    value: 'ID',
    help: 'backend of the device, e.g. dev-a; its -mock shares the calibrations',
  },
  'make-current': { type: 'boolean', help: 'import: make it the current one also where it is older' },
  'history-only': { type: 'boolean', help: 'import: leave the current one as it is' },
  'dry-run': { type: 'boolean', help: 'only say what would become current, and which layouts would move' },
  format: { type: 'string', value: 'NAME', help: `import: ${CALIBRATION_FORMATS.join(', ')} (auto)` },
  source: { type: 'string', value: 'TEXT', help: 'import: where the figures are from' },
  url: { type: 'string', value: 'URL', help: 'use the service at this address' },
  key: { type: 'string', value: 'SECRET', env: 'PENTAD_KEY', help: 'API key with the role operator, for --url' },
  data: { type: 'string', value: 'FOLDER', env: 'PENTAD_DATA', help: "data folder (the user's own data folder)" },
  config: { type: 'string', value: 'FILE', env: 'PENTAD_CONFIG', help: 'config file, as for npm start' },
  help: { type: 'boolean', help: 'show this and stop' },
}

const HELP = `Calibration snapshots of a backend: the history, imports, and which one is current.

Usage: npm run calibrations -- list --backend dev-a
       npm run calibrations -- import FILE [FILE ...] --backend dev-a
       npm run calibrations -- current CALIBRATION_ID --backend dev-a    make it the current one
       npm run calibrations -- revert --backend dev-a                    back to the one that was current before

${optionLines(OPTIONS)}

An import becomes the current snapshot where its figures are not older than those of the current one, and goes into the
history only where they are. It talks to the service that runs on the data folder, or opens that folder itself.`

interface CommandCall {
  readonly client: Client
  readonly backend_id: string
  readonly words: readonly string[]
  readonly cwd: string
  readonly flags: Flags
  readonly dry_run: boolean
  readonly terminal: Terminal
}

interface Command {
  /** How many words may follow its name. */
  readonly takes: readonly [least: number, most: number]
  readonly wants: string
  run(call: CommandCall): Promise<void>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  list: { takes: [0, 0], wants: 'options only', run: list },
  import: { takes: [1, 4], wants: 'one to four files that together make one snapshot', run: importFiles },
  current: {
    takes: [1, 1],
    wants: 'one calibration id, as list shows it',
    run: async ({ client, backend_id, words: [calibration_id = ''], dry_run, terminal }) =>
      tellChange(
        await client.call(routes.makeCurrent, { params: { backend_id, calibration_id }, body: { dry_run } }),
        terminal,
      ),
  },
  revert: {
    takes: [0, 0],
    wants: 'options only',
    run: async ({ client, backend_id, dry_run, terminal }) =>
      tellChange(await client.call(routes.revertCurrent, { params: { backend_id }, body: { dry_run } }), terminal),
  },
}

/** Runs `npm run calibrations`; answers the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCalibrations(
  argv: readonly string[],
  source: Omit<ConfigSource, 'argv'>,
  terminal: Terminal,
): Promise<number> {
  try {
    const end = argv.findIndex(word => word.startsWith('-'))
    const [name, ...words] = end < 0 ? argv : argv.slice(0, end)
    const flags = readFlags(argv.slice(end < 0 ? argv.length : end), OPTIONS)
    if (flags.help) terminal.out(HELP)
    else await run(chosen(name, words), { words, flags, source, terminal })
    return 0
  } catch (error) {
    if (!(error instanceof AppError || error instanceof UsageError)) throw error
    sayFaults(error, terminal)
    return error instanceof UsageError ? 2 : 1
  }
}

function chosen(name: string | undefined, words: readonly string[]): Command {
  const names = Object.keys(COMMANDS)
  if (name === undefined) throw new UsageError(`Say what to do: ${names.join(', ')}. See --help.`)
  const command = COMMANDS[name]
  if (command === undefined)
    throw new UsageError(`Unknown command "${name}". Did you mean ${closestName(name, names)}? See --help.`)
  const [least, most] = command.takes
  if (words.length < least || words.length > most)
    throw new UsageError(`calibrations ${name} takes ${command.wants}. See --help.`)
  return command
}

interface Invocation {
  readonly words: readonly string[]
  readonly flags: CommandCall['flags']
  readonly source: Omit<ConfigSource, 'argv'>
  readonly terminal: Terminal
}

async function run(command: Command, { words, flags, source, terminal }: Invocation): Promise<void> {
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined)
  const backend_id = text('backend')
  if (backend_id === undefined) throw new UsageError('Say which backend: --backend dev-a. See --help.')
  const place = {
    ...{ url: text('url'), key: text('key') ?? source.env.PENTAD_KEY, config: text('config') },
    ...{ data: commandConfig(flags, source).data, lab: undefined, devices: [] },
  }
  const { client, description, release } = await attach(place, source)
  terminal.say(`Using ${description}.`)
  try {
    await command.run({
      client,
      backend_id,
      words,
      cwd: source.cwd,
      flags,
      dry_run: flags['dry-run'] === true,
      terminal,
    })
  } finally {
    await release()
  }
}

async function list({ client, backend_id, terminal }: CommandCall): Promise<void> {
  const { items, revert_to } = await client.call(routes.listCalibrations, { params: { backend_id } })
  const row = (item: CalibrationSummary) => [
    item.calibration_id,
    item.calibrated_at ?? 'undated',
    item.vendor,
    item.current ? 'current' : item.calibration_id === revert_to ? 'revert goes here' : '',
  ]
  terminal.out(table([['Calibration', 'Taken', 'Vendor', ''], ...items.map(row)]))
}

async function importFiles({ client, backend_id, words, cwd, flags, dry_run, terminal }: CommandCall): Promise<void> {
  if (flags['make-current'] && flags['history-only'])
    throw new UsageError('--make-current and --history-only exclude each other. See --help.')
  const format = CALIBRATION_FORMATS.find(name => name === (flags.format ?? 'auto'))
  if (format === undefined)
    throw new UsageError(`--format cannot be "${flags.format}": ${CALIBRATION_FORMATS.join(', ')}. See --help.`)
  const body = {
    format,
    files: words.map(path => ({ ...readText(resolve(cwd, path)), name: basename(path) })),
    dry_run,
    make_current: flags['make-current'] ? 'always' : flags['history-only'] ? 'never' : 'if_newer',
    ...(typeof flags.source === 'string' && { source: flags.source }),
  } as const
  const { calibration, stored, notes, change } = await client.call(routes.importCalibration, {
    params: { backend_id },
    body,
  })
  terminal.out(`${calibration.calibration_id} ${stored ? 'is stored' : 'would be stored; nothing is'}.`)
  for (const note of notes) terminal.out(`  ${note}`)
  tellChange(change, terminal)
}

function tellChange({ text, moves }: CurrentChange, terminal: Terminal): void {
  terminal.out(text)
  if (moves?.length === 0) terminal.out('No layout would move.')
  for (const { logical_id, change } of moves ?? []) terminal.out(`  ${logical_id}: ${change.text}`)
}
