import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandConfig } from '../../config/environment'
import { type Flags, type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError } from '../../contract/model/errors'
import { sum } from '../../contract/numbers/arithmetic'
import { countedNoun, fixed } from '../../contract/numbers/number-text'
import { checkBackup, notWhole } from '../../store/backup/check-backup'
import type { Manifest } from '../../store/backup/manifest'
import { restoreBackup } from '../../store/backup/restore-backup'
import { writeBackup } from '../../store/backup/write-backup'
import { commandNamed, splitWords } from '../io/command-words'
import { exitCodeOf } from '../io/faults'
import { createProgress, type ProgressLine, type ProgressStream } from '../io/progress'
import { FOLDER_OPTIONS, HELP_OPTION } from '../io/service-options'
import { printReply, type Terminal } from '../io/terminal'
import { exportSigningKeys, readPassphrase, unlockSigningKeys } from './signing-keys'

const OPTIONS: Record<string, Option> = {
  data: { ...FOLDER_OPTIONS.data, help: `${FOLDER_OPTIONS.data.help}; restore: the new one, always named` },
  config: FOLDER_OPTIONS.config,
  'passphrase-file': {
    type: 'string',
    value: 'FILE',
    help: 'restore, export-signing-key: holds the passphrase of the exported keys',
  },
  'signing-key': {
    type: 'string',
    value: 'FILE',
    help: 'restore: signing keys of export-signing-key, instead of those of the backup',
  },
  'without-damaged': { type: 'boolean', help: 'backup: go on without kept files that are damaged' },
  json: { type: 'boolean', help: 'the result as one JSON object on stdout' },
  ...HELP_OPTION,
}

const HELP = `Backups of the data folder: jobs, runs, accounts, receipts, their files.

Usage: npm run data -- backup FOLDER                     a whole copy, while a service runs or not
       npm run data -- check FOLDER                      reads all of a backup, changes nothing
       npm run data -- restore FOLDER --data NEW         into a folder that is empty or does not exist
       npm run data -- export-signing-key FILE --passphrase-file P
                                                         the signing keys under your passphrase, for a restore elsewhere

${optionLines(OPTIONS)}

Not in a backup: kept replies to draws and their keys, signed-in browsers, and the passphrase of the signing keys. The keys
are in it, encrypted. To sign again after a restore, give --signing-key FILE --passphrase-file P; or --passphrase-file alone, with a copy of
entropy/passphrase of the old data folder. Without either the service runs, and draws answer signing_unavailable.
A restored folder begins a new log of receipts and a new chain of the beacon at its first start.
API keys keep working after a restore. A backup holds every job: keep it where only you can read it.

Nothing is ever overwritten. Ctrl-C leaves nothing behind. Exit codes: 0 done; 1 failed, or a backup is not whole; 2 called wrongly.`

export interface DataTerminal {
  readonly terminal: Terminal
  readonly progress: ProgressStream
}

interface DataCall {
  readonly path: string
  readonly flags: Flags
  readonly source: Omit<ConfigSource, 'argv'>
  readonly terminal: Terminal
  readonly progress: ProgressLine
  readonly signal: AbortSignal
}

const COMMANDS: Readonly<Record<string, { readonly options: readonly string[]; run(call: DataCall): Promise<void> }>> =
  {
    backup: { options: ['without-damaged'], run: backUp },
    check: { options: [], run: check },
    restore: { options: ['passphrase-file', 'signing-key'], run: restore },
    'export-signing-key': { options: ['passphrase-file'], run: exportKeys },
  }
const OF_ALL = ['data', 'config', 'json', 'help']

/** Runs `npm run data`; returns the exit code. */
export async function runData(
  argv: readonly string[],
  source: Omit<ConfigSource, 'argv'>,
  { terminal, progress: stream }: DataTerminal,
): Promise<number> {
  const progress = createProgress(stream)
  const control = new AbortController()
  const stop = () => control.abort(new AppError('conflict', 'Stopped; nothing was left behind.'))
  process.once('SIGINT', stop)
  try {
    const { words, options } = splitWords(argv)
    const flags = readFlags(options, OPTIONS)
    if (flags.help) {
      terminal.out(HELP)
      return 0
    }
    const { command, path } = chosen(words, flags)
    await command.run({ path: resolve(source.cwd, path), flags, source, terminal, progress, signal: control.signal })
    return 0
  } catch (error) {
    return exitCodeOf(error, ({ message }) => {
      progress.end()
      terminal.say(message)
    })
  } finally {
    process.off('SIGINT', stop)
  }
}

function chosen([name, ...rest]: readonly string[], flags: DataCall['flags']) {
  const command = commandNamed(COMMANDS, name)
  const [path] = rest
  if (!path || rest.length > 1)
    throw new UsageError(
      `${name} takes one ${name === 'export-signing-key' ? 'file' : 'folder'}: data ${name} PLACE. See --help.`,
    )
  const stray = Object.keys(flags).find(flag => ![...OF_ALL, ...command.options].includes(flag))
  if (stray) throw new UsageError(`${name} does not take --${stray}. See --help.`)
  return { command, path }
}

async function backUp({ path, flags, source, terminal, progress, signal }: DataCall): Promise<void> {
  const { data, version } = commandConfig(flags, source)
  const written = await writeBackup({
    data,
    folder: path,
    version,
    progress: progress.show,
    signal,
    without_damaged: flags['without-damaged'] === true,
  })
  progress.end()
  if (written.left_out.length > 0) terminal.say(`Left out, as they are damaged: ${written.left_out.join(', ')}`)
  printResult(
    { flags, terminal },
    { ...sizeOf(written), folder: path, data, left_out: written.left_out },
    shown => `Backed up ${data} to ${path}: ${shown}.`,
  )
}

async function check({ path, flags, terminal, progress, signal }: DataCall): Promise<void> {
  const { manifest, faults } = await checkBackup({ folder: path, progress: progress.show, signal })
  progress.end()
  if (flags.json)
    terminal.out(JSON.stringify({ ...sizeOf(manifest), folder: path, whole: faults.length === 0, faults }))
  if (faults.length > 0) throw notWhole(path, faults)
  if (flags.json) return
  terminal.out(
    `${path} is whole: ${shownSize(sizeOf(manifest))}, of ${manifest.created_at} by version ${manifest.version}.`,
  )
}

async function restore({ path, flags, source, terminal, progress, signal }: DataCall): Promise<void> {
  if (typeof flags.data !== 'string') throw new UsageError('Say where to: restore FOLDER --data NEW')
  const { data } = commandConfig(flags, source)
  const passphrase = passphraseOf(flags, source)
  const file = typeof flags['signing-key'] === 'string' ? resolve(source.cwd, flags['signing-key']) : null
  if (file && passphrase === null) throw new UsageError('--signing-key needs --passphrase-file.')
  const manifest = await restoreBackup({
    folder: path,
    data,
    progress: progress.show,
    signal,
    finish: async (folder, kids) => {
      if (passphrase !== null) await unlockSigningKeys(folder, { file, passphrase, kids })
    },
  })
  progress.end()
  const signing = passphrase !== null ? 'unlocked' : existsSync(join(data, 'entropy', 'keys.json')) ? 'locked' : 'none'
  if (signing === 'locked')
    terminal.say(
      `The signing keys are there, but locked: until entropy/passphrase of the old data folder lies in ${join(data, 'entropy')}, draws answer signing_unavailable.`,
    )
  terminal.say('Its first start begins a new log of receipts and a new chain of the beacon.')
  printResult(
    { flags, terminal },
    { ...sizeOf(manifest), folder: path, data, signing_keys: signing },
    shown => `Restored ${path} to ${data}: ${shown}.`,
  )
}

async function exportKeys({ path, flags, source, terminal }: DataCall): Promise<void> {
  const passphrase = passphraseOf(flags, source)
  if (passphrase === null)
    throw new UsageError('Say the passphrase by a file: export-signing-key FILE --passphrase-file P')
  const { data } = commandConfig(flags, source)
  const secrets = await exportSigningKeys(data, path, passphrase)
  const kids = secrets.filter(({ purpose }) => purpose === 'signing').map(({ id }) => id)
  printReply({ flags, terminal }, { file: path, data, kids }, () => `Exported to ${path}: ${kids.join(', ')}`)
}

function passphraseOf(flags: DataCall['flags'], { cwd }: Pick<ConfigSource, 'cwd'>): string | null {
  const file = flags['passphrase-file']
  return typeof file === 'string' ? readPassphrase(resolve(cwd, file)) : null
}

const sizeOf = ({ files, created_at, version }: Pick<Manifest, 'files' | 'created_at' | 'version'>) => ({
  files: files.length,
  bytes: sum(files.map(({ bytes }) => bytes)),
  created_at,
  version,
})

const shownSize = ({ files, bytes }: { files: number; bytes: number }): string =>
  `${countedNoun(files, 'file')}, ${fixed(bytes / 2 ** 20, 1)} MiB`

const printResult = (
  call: Pick<DataCall, 'flags' | 'terminal'>,
  result: { readonly files: number; readonly bytes: number; readonly [more: string]: unknown },
  sentence: (size: string) => string,
): void => printReply(call, result, () => sentence(shownSize(result)))
