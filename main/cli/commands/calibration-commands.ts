/** The commands of `npm run calibrations`, one function each. */
import { basename, resolve } from 'node:path'
import { readText } from '../../backends/devices/device-profile'
import { type Flags, UsageError } from '../../config/options.mjs'
import type { CurrentChange } from '../../contract/backends/current-calibration'
import { CALIBRATION_FORMATS } from '../../contract/calibration/import'
import type { CalibrationSummary } from '../../contract/calibration/snapshot'
import {
  type ComparedRow,
  comparedRows,
  comparisonCsv,
  figureChangeText,
  figureText,
  figureTitle,
} from '../../contract/calibration/snapshot-comparison'
import { countedNoun } from '../../contract/numbers/number-text'
import { routes } from '../../contract/routes'
import type { Client } from '../io/client'
import type { TakesWords } from '../io/command-words'
import { table } from '../io/table'
import { printReply, type Terminal } from '../io/terminal'

interface CommandCall {
  readonly client: Client
  readonly backend_id: string
  readonly words: readonly string[]
  readonly cwd: string
  readonly flags: Flags
  readonly terminal: Terminal
}

interface CalibrationCommand extends TakesWords {
  run(call: CommandCall): Promise<void>
}

const ONE_ID = { takes: [1, 1], wants: 'one calibration id, as list shows it' } as const

export const CALIBRATION_COMMANDS: Readonly<Record<string, CalibrationCommand>> = {
  list: { takes: [0, 0], wants: 'options only', run: list },
  import: { takes: [1, 4], wants: 'one to four files that together make one snapshot', run: importFiles },
  compare: {
    takes: [1, 2],
    wants: 'the id of the snapshot before and, unless it is the current one, of that after',
    run: compare,
  },
  current: {
    ...ONE_ID,
    run: async call => {
      const [calibration_id = ''] = call.words
      const params = { backend_id: call.backend_id, calibration_id }
      printChange(await call.client.call(routes.makeCurrent, { params, body: { dry_run: isDryRun(call) } }), call)
    },
  },
  revert: {
    takes: [0, 0],
    wants: 'options only',
    run: async call => {
      const params = { backend_id: call.backend_id }
      printChange(await call.client.call(routes.revertCurrent, { params, body: { dry_run: isDryRun(call) } }), call)
    },
  },
  delete: { ...ONE_ID, run: deleteSnapshot },
  restore: { ...ONE_ID, run: restoreSnapshot },
}

const isDryRun = ({ flags }: CommandCall): boolean => flags['dry-run'] === true

const printLines = (call: CommandCall, reply: unknown, lines: () => readonly string[]): void =>
  printReply(call, reply, () => lines().join('\n'))

async function list(call: CommandCall): Promise<void> {
  const reply = await call.client.call(routes.listCalibrations, { params: { backend_id: call.backend_id } })
  const row = (item: CalibrationSummary) => [
    item.calibration_id,
    item.calibrated_at ?? 'undated',
    item.vendor,
    item.current ? 'current' : item.calibration_id === reply.revert_to ? 'revert goes here' : '',
  ]
  printLines(call, reply, () => [table([['Calibration', 'Taken', 'Vendor', ''], ...reply.items.map(row)])])
}

async function importFiles(call: CommandCall): Promise<void> {
  const { client, backend_id, words, cwd, flags } = call
  if (flags['make-current'] && flags['history-only'])
    throw new UsageError('--make-current and --history-only exclude each other. See --help.')
  const format = CALIBRATION_FORMATS.find(name => name === (flags.format ?? 'auto'))
  if (format === undefined)
    throw new UsageError(`--format cannot be "${flags.format}": ${CALIBRATION_FORMATS.join(', ')}. See --help.`)
  const body = {
    format,
    files: words.map(path => ({ ...readText(resolve(cwd, path)), name: basename(path) })),
    dry_run: isDryRun(call),
    make_current: flags['make-current'] ? 'always' : flags['history-only'] ? 'never' : 'if_newer',
    ...(typeof flags.source === 'string' && { source: flags.source }),
  } as const
  const reply = await client.call(routes.importCalibration, { params: { backend_id }, body })
  const { calibration, stored, notes, change } = reply
  printLines(call, reply, () => [
    `${calibration.calibration_id} ${stored ? 'is stored' : 'would be stored; nothing is'}.`,
    ...notes.map(note => `  ${note}`),
    ...changeLines(change),
  ])
}

const printChange = (change: CurrentChange, call: CommandCall): void =>
  printLines(call, change, () => changeLines(change))

const changeLines = ({ text, moves }: CurrentChange): string[] => [
  text,
  ...(moves?.length === 0 ? ['No layout would move.'] : []),
  ...(moves ?? []).map(({ logical_id, change }) => `  ${logical_id}: ${change.text}`),
]

const SHOWN_UNLESS_SAID = 20

async function compare(call: CommandCall): Promise<void> {
  const { client, backend_id, words, flags, terminal } = call
  if (flags.csv && flags.json) throw new UsageError('--csv and --json exclude each other. See --help.')
  const top = topOf(flags)
  const [first = '', second = 'current'] = words
  const snapshot = (calibration_id: string) =>
    client.call(routes.getCalibration, { params: { backend_id, calibration_id } })
  const device = await client.call(routes.getBackend, { params: { backend_id } })
  const [before, after] = [await snapshot(first), await snapshot(second)]
  const rows = comparedRows(device, before, after)
  const [from, to] = [before.calibration_id, after.calibration_id]
  if (flags.csv) return terminal.out(comparisonCsv(rows, from, to).trimEnd())
  printLines(call, { before: from, after: to, rows }, () => [
    `${from} before, ${to} after. Largest change for the worse first:`,
    table([['Part', 'Figure', 'Before', 'After', 'Change'], ...rows.slice(0, top).map(cells)]),
    ...(rows.length > top ? [`${countedNoun(rows.length - top, 'more row')}: --top ${rows.length} shows all.`] : []),
  ])
}

const cells = (row: ComparedRow): string[] => [
  row.part,
  figureTitle(row.figure),
  figureText(row.figure, row.before) ?? '-',
  figureText(row.figure, row.after) ?? '-',
  figureChangeText(row),
]

function topOf({ top }: Flags): number {
  if (top === undefined) return SHOWN_UNLESS_SAID
  if (!/^[1-9]\d{0,6}$/.test(String(top)))
    throw new UsageError(`--top cannot be "${top}": a whole number of rows, 1 or more. See --help.`)
  return Number(top)
}

async function deleteSnapshot(call: CommandCall): Promise<void> {
  const [calibration_id = ''] = call.words
  const { backend_id } = call
  const reply = await call.client.call(routes.deleteCalibration, { params: { backend_id, calibration_id } })
  printLines(call, reply, () => [
    `${reply.calibration_id} is deleted. To bring it back:`,
    `  npm run calibrations -- restore ${reply.calibration_id} --backend ${backend_id}`,
  ])
}

async function restoreSnapshot(call: CommandCall): Promise<void> {
  const [calibration_id = ''] = call.words
  const params = { backend_id: call.backend_id, calibration_id }
  const reply = await call.client.call(routes.restoreCalibration, { params })
  printLines(call, reply, () => [`${reply.calibration_id} is in the history again.`])
}
