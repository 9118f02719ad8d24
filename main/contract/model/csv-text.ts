/** Tables as CSV (RFC 4180). */

export type Cell = string | number | boolean | null

/**
 * A cell, quoted where needed. Text that begins with = + - @, tab or CR gets an apostrophe before it, so that no spreadsheet
 * takes it for a formula.
 */
export function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (lines: readonly (readonly Cell[])[]): string =>
  lines.map(line => `${line.map(csvCell).join(',')}\r\n`).join('')

/** A reply that is a table as CSV, with a header, in UTF-8. */
export class CsvText {
  /** `tag`: an ETag that changes with the bytes, quotes included; null for none. */
  constructor(
    readonly bytes: Uint8Array,
    readonly tag: string | null = null,
  ) {}
}
