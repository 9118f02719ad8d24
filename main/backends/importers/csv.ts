/**
 * Our own tables: one of qubits, one of couplings, as the template has them. Every fault is reported with its line and its cell,
 * counted from 1.
 */
import { CZ_RECIPES, makesCz } from '../../contract/calibration/compound-cz'
import { type CsvTable, looksLikeCsv, parseCsv } from '../files/csv'
import { type FaultList, gatherFaults } from '../files/fault-list'
import { type FilePosition, invalidFile, quote } from '../files/invalid-file'
import type { NamedText } from '../files/json'
import { type Draft, type DraftEdge, type DraftQubit, type FigureName, NO_FIGURES } from '../snapshot/draft'
import { COUPLING_RULES, type ColumnRule, headingOf, QUBIT_RULES, ruleOf } from './csv-columns'
import { type CellsByFigure, cellsByFigure, columnsOf, isShifted } from './csv-rows'
import { toUtc } from './units'

export const isCsv = looksLikeCsv

/** Gates that make a CZ; no layout could use a coupling with another gate or a misspelt one. */
const KNOWN_GATES = Object.keys(CZ_RECIPES).join(', ')

const [MAX_QUBITS, MAX_COUPLINGS] = [10_000, 100_000]

/** A draft of the rows without faults of a table of qubits and one of couplings. Throws `invalid_file` where a table is missing. */
export function readCsv(files: readonly NamedText[], faults: FaultList): Draft {
  const tables = faults.each(files, file => knownTable(parseCsv(file, MAX_COUPLINGS, faults)))
  const qubits = faults.attempt(() => only(tables, 'qubits'), null)
  const couplings = faults.attempt(() => only(tables, 'couplings'), null)
  if (qubits === null || couplings === null) return refuseMissing(files, { qubits, couplings, faults })
  const read = readQubits(qubits, faults)
  const facts = factsOf(qubits, faults)
  return {
    source_device: facts.device ?? stemOf(qubits.name),
    device_name: facts.device,
    vendor: facts.vendor ?? 'Own measurement',
    calibrated_at: facts.calibrated_at,
    t2_kind: facts.t2_kind,
    notes: notesOf(facts, read.qubits),
    qubits: read.qubits,
    edges: readCouplings(couplings, read.labels, faults),
    positions: read.positions,
  }
}

type TableKind = 'qubits' | 'couplings'
interface KnownTable {
  readonly table: CsvTable
  readonly of: TableKind
}

function knownTable(table: CsvTable): KnownTable {
  const { name, header } = table
  const headings = header.cells.map(headingOf)
  const has = (rules: readonly ColumnRule[], rule: string) => headings.some(each => ruleOf(rules, each)?.name === rule)
  if (has(COUPLING_RULES, 'a') && has(COUPLING_RULES, 'b')) return { table, of: 'couplings' }
  if (has(QUBIT_RULES, 'qubit')) return { table, of: 'qubits' }
  throw invalidFile(
    name,
    { line: header.line, column: 1 },
    'a table of qubits has the column qubit, one of couplings the columns a and b. Start from the template.',
  )
}

function only(tables: readonly KnownTable[], of: TableKind): CsvTable | null {
  const [first, second] = tables.filter(each => each.of === of)
  if (second !== undefined)
    throw invalidFile(second.table.name, null, `a second table of ${of}, beside ${first!.table.name}. Give one.`)
  return first?.table ?? null
}

interface Tables {
  readonly qubits: CsvTable | null
  readonly couplings: CsvTable | null
  readonly faults: FaultList
}

/** Reports faults of the given tables before a table that is missing. */
function refuseMissing(files: readonly NamedText[], { qubits, couplings, faults }: Tables): never {
  if (qubits !== null) readQubits(qubits, faults)
  if (couplings !== null) readCouplings(couplings, null, faults)
  const missing = qubits === null ? 'qubits (with the column qubit)' : 'couplings (with the columns a and b)'
  const names = files.map(({ name }) => name).join(', ')
  const error = invalidFile(names, null, `no table of ${missing} among the files. Give both tables together.`)
  // A table that could not be read may be the one that is missing.
  faults.refuse()
  throw error
}

interface ReadQubits {
  readonly qubits: readonly DraftQubit[]
  /** Includes the labels of faulty rows. */
  readonly labels: ReadonlySet<string>
  readonly positions: Draft['positions']
}

function readQubits(table: CsvTable, faults: FaultList): ReadQubits {
  const columns = columnsOf(table, QUBIT_RULES, faults)
  const named = columns.find(({ rule }) => rule.fills === 'label')
  const shifted = isShifted(table)
  const labels = new Map<string, number>()
  const coordinates = new Map<string, readonly [number, number]>()
  faults.attempt(() => {
    if (table.rows.length > MAX_QUBITS)
      throw invalidFile(table.name, null, `more than ${MAX_QUBITS.toLocaleString('en')} qubits.`)
    if (table.rows.length === 0)
      throw invalidFile(table.name, null, 'it holds no qubits: a row under the headings each.')
  }, null)
  const qubits = faults.each(table.rows.slice(0, MAX_QUBITS), row => {
    const label = row.cells[named?.at ?? 0] ?? ''
    const position = { line: row.line, column: (named?.at ?? 0) + 1 }
    const earlier = labels.get(label)
    labels.set(label, earlier ?? row.line)
    const own = gatherFaults()
    own.attempt(() => {
      if (earlier !== undefined)
        throw invalidFile(
          table.name,
          position,
          `qubit ${quote(label)} stands already in line ${earlier}. Keep one row.`,
        )
      checkLabel(label, table.name, position)
    }, null)
    const { values } = cellsByFigure(table, row, { columns, shifted, faults: own })
    own.attempt(() => checkCoordinates(values, table.name, position), null)
    own.refuse()
    const [x, y] = [values.get('x'), values.get('y')]
    if (typeof x === 'number' && typeof y === 'number') coordinates.set(label, [x, y])
    return draftQubit(label, values, position)
  })
  const unread = table.unread.map(({ cells }) => cells[named?.at ?? 0] ?? '')
  return {
    qubits,
    labels: new Set([...labels.keys(), ...unread]),
    positions: coordinates.size === qubits.length ? coordinates : null,
  }
}

function checkLabel(label: string, file: string, position: FilePosition): void {
  if (label === '') throw invalidFile(file, position, 'the qubit has no name.')
  if (!/^[\w.()[\], -]{1,32}$/.test(label))
    throw invalidFile(file, position, `${quote(label)} cannot name a qubit: at most 32 letters, digits or marks.`)
}

function checkCoordinates(values: CellsByFigure['values'], file: string, position: FilePosition): void {
  const given = ['x', 'y'].filter(name => typeof values.get(name) === 'number')
  if (given.length === 1) throw invalidFile(file, position, `it has ${given[0]} alone. Give x and y, or neither.`)
  const far = ['x', 'y'].find(name => Math.abs(Number(values.get(name) ?? 0)) > 1e6)
  if (far !== undefined) throw invalidFile(file, position, `${far} is beyond the map. Give places within a million.`)
}

function draftQubit(label: string, values: CellsByFigure['values'], position: FilePosition): DraftQubit {
  const figures = Object.fromEntries(
    (Object.keys(NO_FIGURES) as FigureName[]).map(name => [name, values.get(name) ?? null]),
  ) as Record<FigureName, number | null>
  return { ...NO_FIGURES, ...figures, label, out_of_service: text(values.get('out_of_service')), position }
}

const text = (value: string | number | null | undefined): string | null =>
  typeof value === 'string' ? value.slice(0, 300) : null

/** `labels` null: unknown, as the table of qubits could not be read. */
function readCouplings(table: CsvTable, labels: ReadonlySet<string> | null, faults: FaultList): DraftEdge[] {
  const columns = columnsOf(table, COUPLING_RULES, faults)
  const shifted = isShifted(table)
  const seen = new Map<string, number>()
  return faults.each(table.rows, row => {
    const own = gatherFaults()
    const { values, at } = cellsByFigure(table, row, { columns, shifted, faults: own })
    const end = (name: 'a' | 'b'): string => {
      const label = text(values.get(name)) ?? ''
      if (label === '' || !(labels?.has(label) ?? true))
        throw invalidFile(
          table.name,
          at(name),
          label === '' ? `${name}: no qubit is named.` : `${name}: ${quote(label)} is not in the table of qubits.`,
        )
      return label
    }
    const [a, b] = [own.attempt(() => end('a'), ''), own.attempt(() => end('b'), '')]
    const gate = (text(values.get('gate')) ?? 'cz').toLowerCase()
    own.attempt(() => {
      if (a === b && a !== '') throw invalidFile(table.name, at('b'), `it couples ${quote(a)} to itself.`)
    }, null)
    own.attempt(() => {
      if (!makesCz(gate))
        throw invalidFile(table.name, at('gate'), `gate: ${quote(gate)} is unknown. Known: ${KNOWN_GATES}.`)
    }, null)
    own.refuse()
    const key = [...[a, b].sort(), gate].join(' ')
    const earlier = seen.get(key)
    seen.set(key, earlier ?? row.line)
    if (earlier !== undefined)
      throw invalidFile(table.name, at('a'), `${gate} on ${a}-${b} stands already in line ${earlier}. Keep one row.`)
    return draftEdge({ a, b, gate }, values, { line: row.line, column: 1 })
  })
}

function draftEdge(
  ends: Pick<DraftEdge, 'a' | 'b' | 'gate'>,
  values: CellsByFigure['values'],
  position: FilePosition,
): DraftEdge {
  const number = (name: string) => (values.get(name) ?? null) as number | null
  const out_of_service = text(values.get('out_of_service'))
  const figures = { fidelity: number('fidelity'), duration_ns: number('duration_ns'), standard_error: null }
  return { ...ends, ...figures, out_of_service, position }
}

interface TableFacts {
  readonly device: string | null
  readonly vendor: string | null
  readonly calibrated_at: string | null
  readonly t2_kind: Draft['t2_kind']
}

function factsOf({ name, facts }: CsvTable, faults: FaultList): TableFacts {
  const of = (fact: string) => facts.get(fact)?.value || null
  const refuse = (fact: string, message: string): never => {
    throw invalidFile(name, { line: facts.get(fact)!.line, column: 1 }, message)
  }
  const dated = of('calibrated_at')
  const kind = of('t2_kind')?.toLowerCase() ?? null
  return {
    device: of('device')?.slice(0, 100) ?? null,
    vendor: of('vendor')?.slice(0, 100) ?? null,
    calibrated_at: faults.attempt(() => {
      if (dated === null) return null
      return (
        toUtc(dated) ?? refuse('calibrated_at', `${quote(dated)} is no date. Write one such as 2026-11-20T08:00:00Z.`)
      )
    }, null),
    t2_kind: faults.attempt(() => {
      if (kind === null || kind === 'ramsey' || kind === 'echo') return kind
      return refuse('t2_kind', `t2_kind is ${quote(kind)}. Write echo or ramsey.`)
    }, null),
  }
}

function notesOf({ calibrated_at, t2_kind }: TableFacts, qubits: readonly DraftQubit[]): string[] {
  const hasT2 = qubits.some(({ t2_us }) => t2_us !== null)
  return [
    ...(calibrated_at === null
      ? ['the table does not say when its figures were taken: they count from the import']
      : []),
    ...(hasT2 && t2_kind === null ? ['the table does not say by which experiment T2 was measured'] : []),
  ]
}

const stemOf = (file: string): string => file.replace(/\.[^.]*$/, '').slice(0, 100) || 'own device'
