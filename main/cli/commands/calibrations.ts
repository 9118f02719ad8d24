import { closestName, type Flags, type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { CALIBRATION_FORMATS } from '../../contract/calibration/import'
import { AppError } from '../../contract/model/errors'
import { onService } from '../io/attach'
import { sayFaults } from '../io/faults'
import type { Terminal } from '../io/terminal'
import { CALIBRATION_COMMANDS } from './calibration-commands'

const OPTIONS: Record<string, Option> = {
  backend: {
    type: 'string',
    value: 'ID',
    help: 'backend of the device, e.g. dev-a; its -mock shares the calibrations',
  },
  'make-current': { type: 'boolean', help: 'import: make it the current one also where it is older' },
  'history-only': { type: 'boolean', help: 'import: leave the current one as it is' },
  'dry-run': { type: 'boolean', help: 'only say what would become current, and which layouts would move' },
  top: { type: 'string', value: 'N', help: 'compare: rows shown, those that became worse first (20)' },
  csv: { type: 'boolean', help: 'compare: every row as CSV' },
  json: { type: 'boolean', help: 'the answer as JSON' },
  format: { type: 'string', value: 'NAME', help: `import: ${CALIBRATION_FORMATS.join(', ')} (auto)` },
  source: { type: 'string', value: 'TEXT', help: 'import: where the figures are from' },
  url: { type: 'string', value: 'URL', help: 'use the service at this address' },
  key: { type: 'string', value: 'SECRET', env: 'PENTAD_KEY', help: 'API key with the role operator, for --url' },
  data: { type: 'string', value: 'FOLDER', env: 'PENTAD_DATA', help: "data folder (the user's own data folder)" },
  config: { type: 'string', value: 'FILE', env: 'PENTAD_CONFIG', help: 'config file, as for npm start' },
  help: { type: 'boolean', help: 'show this and stop' },
}

const HELP = `Calibration snapshots of a backend: the history, imports, comparisons, and which one is current.

Usage: npm run calibrations -- list --backend dev-a
       npm run calibrations -- import FILE [FILE ...] --backend dev-a
       npm run calibrations -- compare ID [ID] --backend dev-a     what changed from the first to the second, or to the current one
       npm run calibrations -- current ID --backend dev-a          make it the current one
       npm run calibrations -- revert --backend dev-a              back to the one that was current before
       npm run calibrations -- delete ID --backend dev-a           out of the history
       npm run calibrations -- restore ID --backend dev-a          back into it

${optionLines(OPTIONS)}

An import becomes the current snapshot where its figures are not older than those of the current one, and goes into the
history only where they are. Ids are those that list shows; "current" names the current one. What is current, or what a
run or study rests on, is not deleted. It talks to the service that runs on the data folder, or opens that folder itself.`

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

function chosen(name: string | undefined, words: readonly string[]) {
  const names = Object.keys(CALIBRATION_COMMANDS)
  if (name === undefined) throw new UsageError(`Say what to do: ${names.join(', ')}. See --help.`)
  const command = CALIBRATION_COMMANDS[name]
  if (command === undefined)
    throw new UsageError(`Unknown command "${name}". Did you mean ${closestName(name, names)}? See --help.`)
  const [least, most] = command.takes
  if (words.length < least || words.length > most)
    throw new UsageError(`calibrations ${name} takes ${command.wants}. See --help.`)
  return command
}

interface Invocation {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly source: Omit<ConfigSource, 'argv'>
  readonly terminal: Terminal
}

async function run(command: ReturnType<typeof chosen>, { words, flags, source, terminal }: Invocation): Promise<void> {
  const backend_id = flags.backend
  if (typeof backend_id !== 'string') throw new UsageError('Say which backend: --backend dev-a. See --help.')
  await onService({ flags, source, terminal }, client =>
    command.run({ client, backend_id, words, cwd: source.cwd, flags, terminal }),
  )
}
