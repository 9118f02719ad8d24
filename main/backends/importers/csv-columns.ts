/** What the columns of our own tables are called, what their cells hold, and how a cell is read with its unit. */
import type { Separator } from '../files/csv'
import { quote } from '../files/invalid-file'
import { toMicroseconds, toNanoseconds } from './units'

/** `error`: stored as a fidelity, which is one minus the error. Units of times and lengths stand in the header and are never assumed. */
type CellKind = 'text' | 'number' | 'time' | 'length' | 'fidelity' | 'error'

export interface ColumnRule {
  /** As the template writes it. */
  readonly name: string
  readonly also: readonly string[]
  readonly kind: CellKind
  /** Figure that it fills in; a fidelity and an error fill in the same one. */
  readonly fills: string
}

/** Fills in the figure of its own name where no other is given. */
const column = (
  name: string,
  kind: CellKind,
  { fills = name, also = [] }: Partial<Pick<ColumnRule, 'fills' | 'also'>> = {},
): ColumnRule => ({ name, kind, fills, also })

export const QUBIT_RULES: readonly ColumnRule[] = [
  column('qubit', 'text', { fills: 'label', also: ['label', 'qubit_label', 'name'] }),
  column('x', 'number', { also: ['column'] }),
  column('y', 'number', { also: ['row'] }),
  column('t1', 'time', { fills: 't1_us' }),
  column('t2', 'time', { fills: 't2_us' }),
  column('t2_echo', 'time', { fills: 't2_echo_us', also: ['t2e', 't2_hahn'] }),
  column('error_1q', 'error', { fills: 'fidelity_1q', also: ['1q_error', '1q_gate_error'] }),
  column('fidelity_1q', 'fidelity', { also: ['1q_fidelity', '1q_gate_fidelity'] }),
  column('readout_error', 'error', { fills: 'readout_fidelity' }),
  column('readout_fidelity', 'fidelity'),
  column('reset_error', 'error', { fills: 'reset_fidelity' }),
  column('reset_fidelity', 'fidelity'),
  column('gate_1q_length', 'length', { fills: 'gate_1q_length_ns', also: ['1q_gate_length', '1q_length'] }),
  column('readout_length', 'length', { fills: 'readout_length_ns' }),
  column('reset_length', 'length', { fills: 'reset_length_ns' }),
  column('out_of_service', 'text', { also: ['state'] }),
]

export const COUPLING_RULES: readonly ColumnRule[] = [
  column('a', 'text', { also: ['qubit_a', 'control'] }),
  column('b', 'text', { also: ['qubit_b', 'target'] }),
  column('gate', 'text'),
  column('error', 'error', { fills: 'fidelity', also: ['cz_error', 'gate_error'] }),
  column('fidelity', 'fidelity', { also: ['cz_fidelity', 'gate_fidelity'] }),
  column('length', 'length', { fills: 'duration_ns', also: ['duration', 'cz_length', 'gate_length'] }),
  column('out_of_service', 'text', { also: ['state'] }),
]

export interface Heading {
  /** In small letters, words joined by `_`, without the unit. */
  readonly name: string
  /** `%`, a unit of time, or any other text in brackets; null where none is stated. */
  readonly unit: string | null
}

/** `T1 (µs)`, `t1_us` and `T1 [us]` are one. */
export function headingOf(cell: string): Heading {
  const [, bare = '', bracketed] = /^(.*?)\s*(?:[([]\s*(.*?)\s*[)\]])?$/s.exec(cell.trim()) ?? []
  const name = bare
    .toLowerCase()
    .replaceAll(/[^\p{L}\d%]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  if (bracketed) return { name, unit: bracketed }
  const [, stem = name, suffix] = /^(.+)_(s|ms|us|µs|μs|ns|ps|percent|pct|%)$/.exec(name) ?? []
  if (suffix === undefined) return { name, unit: null }
  return { name: stem, unit: /^(percent|pct|%)$/.test(suffix) ? '%' : suffix }
}

export const ruleOf = (rules: readonly ColumnRule[], { name }: Heading): ColumnRule | null =>
  rules.find(rule => rule.name === name || rule.also.includes(name)) ?? null

/** Message for a unit that does not fit the column; null where it fits. */
export function unitFault({ kind, name }: ColumnRule, { unit }: Heading): string | null {
  const timed = kind === 'time' || kind === 'length'
  const example = kind === 'time' ? 'us' : 'ns'
  if (timed && unit === null) return `say its unit in the heading: ${name}_${example}, or ${name} (${example}).`
  if (timed && toMicroseconds(1, unit!) === null) return `${quote(unit)} is no unit of time. Write s, ms, us, ns or ps.`
  const share = kind === 'error' || kind === 'fidelity'
  if (share && unit !== null && unit !== '%') return `${quote(unit)} is no unit of a share. Write none, or %.`
  if (!timed && !share && unit !== null) return `it takes no unit, not ${quote(unit)}.`
  return null
}

/** Cells that mean an unknown figure, besides an empty one. */
const UNKNOWN = /^(-|–|—|n\/?a|nan|null|none)?$/i

export interface CellRule {
  readonly rule: ColumnRule
  readonly unit: string | null
  readonly separator: Separator
}

/** The figure of a cell, null where it is unknown; or what is wrong with it. */
export type CellValue = { readonly value: string | number | null } | { readonly fault: string }

export function readCell(cell: string, { rule, unit, separator }: CellRule): CellValue {
  if (rule.kind === 'text') return { value: cell === '' ? null : cell }
  if (UNKNOWN.test(cell)) return { value: null }
  const percent = /%$/.test(cell)
  const number = numberIn(percent ? cell.slice(0, -1).trim() : cell, separator)
  if (typeof number === 'string') return { fault: number }
  if (rule.kind === 'number') return percent ? { fault: 'it takes no percent.' } : { value: number }
  if (rule.kind === 'time' || rule.kind === 'length') return timeIn(number, percent, { rule, unit: unit! })
  return shareIn(number, percent || unit === '%', rule.kind)
}

/** The number, or a message. Decimal commas are read only where commas do not separate cells, as `1,234` would be ambiguous. */
function numberIn(cell: string, separator: Separator): number | string {
  const text = separator === ',' ? cell : cell.replace(/^([+-]?\d+),(\d+)(?=$|[eE])/, '$1.$2')
  if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(text) && Number.isFinite(Number(text))) return Number(text)
  if (/^[+-]?\d+,\d+/.test(text) && separator === ',')
    return `${quote(cell)} has a comma. Write decimals with a point, or separate the cells by semicolons.`
  if (/^[+-]?inf/i.test(text)) return `${quote(cell)} is no figure. Leave the cell empty where nothing is known.`
  return `${quote(cell)} is no number. Write one such as 45.2 or 1.3e-3, without its unit, or leave the cell empty.`
}

function timeIn(number: number, percent: boolean, { rule, unit }: { rule: ColumnRule; unit: string }): CellValue {
  if (percent) return { fault: 'a time takes no percent.' }
  if (number <= 0)
    return { fault: `${number} is no time: expected more than 0. Leave the cell empty where nothing is known.` }
  const value = rule.kind === 'time' ? toMicroseconds(number, unit) : toNanoseconds(number, unit)
  if (rule.kind === 'length' && value! > 1e9)
    return { fault: `${number} ${unit} is more than a second. Check the unit.` }
  if (rule.kind === 'time' && value! > 1e6) return { fault: `${number} ${unit} is more than a second. Check the unit.` }
  return { value: tidy(value!) }
}

function shareIn(number: number, percent: boolean, kind: 'error' | 'fidelity'): CellValue {
  const share = percent ? number / 100 : number
  if (share >= 0 && share <= 1) return { value: tidy(kind === 'error' ? 1 - share : share) }
  const hint =
    !percent && share > 1 && share <= 100 ? `In percent, write ${number}% or put (%) into the heading.` : 'Check it.'
  return { fault: `${number}${percent ? ' %' : ''} is outside 0 to ${percent ? '100 %' : '1'}. ${hint}` }
}

/** Rounds to 12 digits, which removes the rounding error of a change of unit: 0.3 ms is 300 us. */
const tidy = (value: number): number => Number(value.toPrecision(12))
