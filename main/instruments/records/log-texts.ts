/** Logs as text to read, as CSV for spreadsheets and as JSON for programs. */
import type { CommandLogEntry, ExperimentLogEntry, LogFormat } from '../../contract/instruments/command-log'
import { type Cell, csvText } from '../../contract/model/csv-text'

const COMMAND_COLUMNS = [
  'sequence',
  'at',
  'instrument_id',
  'simulated',
  'direction',
  'text',
  'byte_count',
  'sha256',
  'latency_ms',
  'outcome',
  'actor',
  'work',
] as const

const EXPERIMENT_COLUMNS = [
  'sequence',
  'at',
  'event',
  'instrument_id',
  'simulated',
  'text',
  'actor',
  'work',
  'details',
] as const

const commandCsv = (entries: readonly CommandLogEntry[]): string => csv(COMMAND_COLUMNS, entries)

const experimentCsv = (entries: readonly ExperimentLogEntry[]): string =>
  csv(
    EXPERIMENT_COLUMNS,
    entries.map(entry => ({ ...entry, details: JSON.stringify(entry.details) })),
  )

const ARROWS = { sent: '→', received: '←', note: '·' } as const

const commandText = (entries: readonly CommandLogEntry[]): string =>
  lines(entries, ({ at, instrument_id, simulated, direction, text, latency_ms, outcome }) => [
    at,
    instrument_id,
    ARROWS[direction],
    text,
    latency_ms === null ? '' : `(${latency_ms.toFixed(1)} ms)`,
    outcome === null || outcome === 'ok' ? '' : `[${outcome}]`,
    simulated ? 'SIMULATED' : '',
  ])

const experimentText = (entries: readonly ExperimentLogEntry[]): string =>
  lines(entries, ({ at, event, text, actor, work, simulated }) => [
    at,
    event,
    text,
    `(${work === null ? actor : `${actor}, ${work}`})`,
    simulated ? 'SIMULATED' : '',
  ])

const lines = <Entry>(entries: readonly Entry[], wordsOf: (entry: Entry) => readonly string[]): string =>
  entries.map(entry => `${wordsOf(entry).filter(Boolean).join('  ')}\n`).join('')

const csv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Cell>>[],
): string => csvText([columns, ...rows.map(row => columns.map(column => row[column]))])

/** One entry a line, so that an export can be searched as text too. */
const logJson = (entries: readonly object[]): string =>
  entries.length === 0 ? '[]\n' : `[\n${entries.map(entry => JSON.stringify(entry)).join(',\n')}\n]\n`

const COMMANDS = { csv: commandCsv, text: commandText, json: logJson } as const
const EXPERIMENTS = { csv: experimentCsv, text: experimentText, json: logJson } as const

export const commandsAs = (format: LogFormat, entries: readonly CommandLogEntry[]): string => COMMANDS[format](entries)

export const experimentAs = (format: LogFormat, entries: readonly ExperimentLogEntry[]): string =>
  EXPERIMENTS[format](entries)
