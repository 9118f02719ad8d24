/** Reading tables of unknown origin (RFC 4180, and what spreadsheets make of it), with the line and cell of each fault. */
import { CsvError, parse } from 'csv-parse/sync'
import { invalidFile } from './invalid-file'
import type { NamedText } from './json'

export interface CsvRow {
  /** Where it ends in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvTable {
  readonly name: string
  readonly separator: Separator
  /** `# name: value` above the header, names in small letters. */
  readonly facts: ReadonlyMap<string, { readonly value: string; readonly line: number }>
  readonly header: CsvRow
  readonly rows: readonly CsvRow[]
}

const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

const FACT = /^"?#\s*([a-z0-9_ -]{1,40}?)\s*[:=,;\t]\s*(.{0,500})$/i

/** Throws `invalid_file`. `most` rows are read; a table with more is refused. */
export function parseCsv(file: NamedText, most: number): CsvTable {
  const text = file.content.replace(/^\uFEFF/, '')
  const { facts, offset, line } = headOf(text)
  const body = text.slice(offset)
  if (body.trim() === '') throw invalidFile(file.name, null, 'it holds no table. Start from the template.')
  const separator = separatorIn(body.slice(0, body.search(/[\r\n]|$/)))
  const [header, ...rows] = recordsIn(file.name, body, { separator, before: line - 1, most: most + 2 })
  if (header === undefined) throw invalidFile(file.name, null, 'it holds no table. Start from the template.')
  if (rows.length > most)
    throw invalidFile(file.name, { line: rows[most]!.line, column: 1 }, `more than ${most.toLocaleString('en')} rows.`)
  return { name: file.name, separator, facts, header, rows }
}

/** True where the first line that is no remark holds a known separator, and nothing that JSON or prototext begins with. */
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

/** The one that stands most often in the header, outside of quotes. */
function separatorIn(header: string): Separator {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counts = SEPARATORS.map(mark => ({ mark, count: bare.split(mark).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).mark
}

interface Reading {
  readonly separator: Separator
  /** Lines above the text. */
  readonly before: number
  /** Records that are read, at most. */
  readonly most: number
}

function recordsIn(file: string, body: string, { separator, before, most }: Reading): CsvRow[] {
  try {
    const records = parse(body, {
      ...{ delimiter: separator, to: most, info: true, trim: true },
      ...{ relax_column_count: true, skip_empty_lines: true, skip_records_with_empty_values: true },
      ...{ comment: '#', comment_no_infix: true, max_record_size: 100_000 },
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ cells: record, line: info.lines + before }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 1) + before
    throw invalidFile(
      file,
      { line, column: Number(error.column ?? 0) + 1 },
      CSV_FAULTS[error.code] ?? 'it is no table.',
    )
  }
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark opens here and is not closed. Close it, or take it out.',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quotation mark. Write a quotation mark inside a cell twice.',
  INVALID_OPENING_QUOTE:
    'a quotation mark stands in the middle of a cell. Put the whole cell in quotation marks, or none.',
  CSV_MAX_RECORD_SIZE: 'a row of more than 100,000 characters. Check the line ends and quotation marks.',
}
