import { type Flags, type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { CALIBRATION_FORMATS } from '../../contract/calibration/import'
import { onService } from '../io/attach'
import { commandFor, splitWords } from '../io/command-words'
import { exitCodeOf, sayFaults } from '../io/faults'
import { FOLDER_OPTIONS, HELP_OPTION, serviceOptions } from '../io/service-options'
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
  ...serviceOptions('operator'),
  ...FOLDER_OPTIONS,
  ...HELP_OPTION,
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

/** Runs `npm run calibrations`; returns the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCalibrations(
  argv: readonly string[],
  source: Omit<ConfigSource, 'argv'>,
  terminal: Terminal,
): Promise<number> {
  try {
    const { words, options } = splitWords(argv)
    const flags = readFlags(options, OPTIONS)
    if (flags.help) terminal.out(HELP)
    else await run(words, { flags, source, terminal })
    return 0
  } catch (error) {
    return exitCodeOf(error, failure => sayFaults(failure, terminal))
  }
}

interface CalibrationsCall {
  readonly flags: Flags
  readonly source: Omit<ConfigSource, 'argv'>
  readonly terminal: Terminal
}

async function run(said: readonly string[], { flags, source, terminal }: CalibrationsCall): Promise<void> {
  const { command, words } = commandFor('calibrations', CALIBRATION_COMMANDS, said)
  const { backend: backend_id } = flags
  if (typeof backend_id !== 'string') throw new UsageError('Say which backend: --backend dev-a. See --help.')
  await onService({ flags, source, terminal }, client =>
    command.run({ client, backend_id, words, cwd: source.cwd, flags, terminal }),
  )
}
