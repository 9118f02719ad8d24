/** Reading tables of unknown origin (RFC 4180, and what spreadsheets make of it), with the line and cell of each fault. */
import { CsvError, parse } from 'csv-parse/sync'
import type { FaultList } from './fault-list'
import { invalidFile } from './invalid-file'
import type { NamedText } from './json'

export interface CsvRow {
  /** Line of the file at which the row ends, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvTable {
  readonly name: string
  readonly separator: Separator
  /** `# name: value` above the header; names in small letters, with `_` for blanks and hyphens. */
  readonly facts: ReadonlyMap<string, { readonly value: string; readonly line: number }>
  readonly header: CsvRow
  readonly rows: readonly CsvRow[]
  /** Lines with faulty quotation marks, split at every separator; only names are read from them. */
  readonly unread: readonly CsvRow[]
}

const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

const FACT = /^"?#\s*([a-z0-9_ -]{1,40}?)\s*[:=,;\t]\s*(.{0,500})$/i

/**
 * Reads at most `most` rows and refuses a table with more. Faults of quotation marks go to `faults`, and reading goes on in the
 * next line. Throws `invalid_file` where no table is left.
 */
export function parseCsv(file: NamedText, most: number, faults: FaultList): CsvTable {
  const text = file.content.replace(/^\uFEFF/, '')
  const { facts, offset, line } = headOf(text)
  const body = text.slice(offset)
  if (body.trim() === '') throw invalidFile(file.name, null, 'it holds no table. Start from the template.')
  const separator = separatorIn(body.slice(0, body.search(/[\r\n]|$/)))
  const { records, unread } = recordsIn(file.name, body, { separator, before: line - 1, most: most + 2, faults })
  const [header, ...rows] = records
  if (header === undefined) throw invalidFile(file.name, null, 'it holds no table. Start from the template.')
  if (rows.length > most)
    throw invalidFile(file.name, { line: rows[most]!.line, column: 1 }, `more than ${most.toLocaleString('en')} rows.`)
  return { name: file.name, separator, facts, header, rows, unread }
}

/** True for a name in .csv or .tsv, and where the first line below the remarks begins like headings with a known separator. */
export function looksLikeCsv({ name, content }: NamedText): boolean {
  if (/\.(csv|tsv)$/i.test(name)) return true
  const text = content.replace(/^\uFEFF/, '')
  const { offset } = headOf(text.slice(0, 10_000))
  const first = text.slice(offset, offset + 2_000).split(/[\r\n]/, 1)[0] ?? ''
  return !/^\s*[{[]/.test(first) && /^[\p{L}\d_ ()[\]%".µ-]+[,;\t]/u.test(first)
}

/** Remarks and blank lines above the header; `offset` and `line` of the header. */
function headOf(text: string) {
  const facts = new Map<string, { value: string; line: number }>()
  let offset = 0
  let line = 1
  while (offset < text.length) {
    const end = text.indexOf('\n', offset)
    const next = end < 0 ? text.length : end + 1
    const row = text.slice(offset, next).trim()
    if (row !== '' && !/^"?#/.test(row) && /[^,;\t\s]/.test(row)) break
    const fact = FACT.exec(row.replace(/["\s,;]+$/, ''))
    if (fact !== null) facts.set(fact[1]!.toLowerCase().replaceAll(/[ -]/g, '_'), { value: fact[2]!.trim(), line })
    offset = next
    line++
  }
  return { facts, offset, line }
}

/** The separator that is most frequent in the header, outside of quotes. */
function separatorIn(header: string): Separator {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counts = SEPARATORS.map(mark => ({ mark, count: bare.split(mark).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).mark
}

interface CsvReading {
  readonly separator: Separator
  /** Lines above the text. */
  readonly before: number
  /** Records that are read, at most. */
  readonly most: number
  readonly faults: FaultList
}

interface CsvRecords {
  readonly records: readonly CsvRow[]
  readonly unread: readonly CsvRow[]
}

/** Most faulty lines that are passed over; each costs another reading of the lines below it. */
const MAX_QUOTE_FAULTS = 50

/** Reads the records and passes over faulty lines. A fault in the headings is thrown, since rows would be checked against wrong columns. */
function recordsIn(file: string, body: string, { separator, before, most, faults }: CsvReading): CsvRecords {
  const records: CsvRow[] = []
  const unread: CsvRow[] = []
  let [rest, above] = [body, before]
  while (records.length < most) {
    const part = recordsBeforeFault(rest, { separator, before: above, most: most - records.length })
    records.push(...part.records)
    if (part.error === null) break
    const fault = faultOf(part.error, rest, { separator, from: (part.records.at(-1)?.line ?? above) - above })
    const refused = invalidFile(file, { line: above + fault.at + 1, column: fault.column }, fault.message)
    if (records.length === 0 || unread.length >= MAX_QUOTE_FAULTS) throw refused
    faults.attempt(() => {
      throw refused
    }, null)
    unread.push({ line: above + fault.at + 1, cells: fault.text.split(separator).map(withoutQuotes) })
    rest = fault.below
    above += fault.at + 1
  }
  return { records, unread }
}

const withoutQuotes = (cell: string): string => cell.replaceAll('"', '').trim()

interface RecordsBeforeFault {
  readonly records: readonly CsvRow[]
  readonly error: CsvError | null
}

function recordsBeforeFault(body: string, { separator, before, most }: Omit<CsvReading, 'faults'>): RecordsBeforeFault {
  const records: CsvRow[] = []
  try {
    parse(body, {
      delimiter: separator,
      to: most,
      trim: true,
      max_record_size: 100_000,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      comment: '#',
      comment_no_infix: true,
      on_record: (cells: string[], { lines }) => {
        records.push({ cells, line: lines + before })
        return null
      },
    })
    return { records, error: null }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records, error }
  }
}

interface QuoteFault {
  /** Line of the text, from 0. */
  readonly at: number
  readonly column: number
  readonly message: string
  /** Text of the faulty line. */
  readonly text: string
  /** Text after the fault. */
  readonly below: string
}

/**
 * Locates a fault. A quotation mark that is not closed takes in the lines down to the next quotation mark, so the fault is where
 * it opens. `from`: number of lines already read.
 */
function faultOf(
  error: CsvError,
  body: string,
  { separator, from }: { separator: Separator; from: number },
): QuoteFault {
  const lines = linesOf(body)
  const begins = lines.findIndex(({ text }, at) => at >= from && /[^,;\t\s]/.test(text) && !text.trim().startsWith('#'))
  const found = Math.max(1, Math.min(Number(error.lines ?? 1), lines.length)) - 1
  const opened = openedIn(lines[begins]?.text ?? '', separator)
  const isOpen = opened !== null && (begins < found || error.code === 'CSV_QUOTE_NOT_CLOSED')
  const at = isOpen ? begins : found
  return {
    at,
    column: isOpen ? opened : Number(error.column ?? 0) + 1,
    message: (isOpen ? CSV_FAULTS.CSV_QUOTE_NOT_CLOSED : CSV_FAULTS[error.code]) ?? 'it is no table.',
    text: lines[at]!.text,
    below: body.slice(lines[at]!.end),
  }
}

/** Lines of the text, each with the offset at which the next one begins. */
function linesOf(body: string): { readonly text: string; readonly end: number }[] {
  const lines = [...body.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)]
  return lines.map(({ 0: whole, 1: text = '', index }) => ({ text, end: index + whole.length }))
}

/** Cell, from 1, of a quotation mark that is not closed in the line; null without one. */
function openedIn(line: string, separator: Separator): number | null {
  const [closed, open] = line.split(/"(?=[^"]*$)/)
  if (open === undefined || line.split('"').length % 2 === 1) return null
  return closed!.replaceAll(/"[^"]*"/g, '').split(separator).length
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark opens here and is not closed. Close it, or take it out.',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quotation mark. Write a quotation mark inside a cell twice.',
  INVALID_OPENING_QUOTE:
    'a quotation mark stands in the middle of a cell. Put the whole cell in quotation marks, or none.',
  CSV_MAX_RECORD_SIZE: 'a row of more than 100,000 characters. Check the line ends and quotation marks.',
}
