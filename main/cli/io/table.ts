/** Plain text in columns, for terminals and logs alike. */

type Align = 'left' | 'right'

/** One line per row; columns are as wide as their widest cell and two spaces apart. The first row is the heading. */
export function table(rows: readonly (readonly string[])[], align: readonly Align[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  const cell = (text: string, column: number) =>
    align[column] === 'right' ? text.padStart(widths[column]!) : text.padEnd(widths[column]!)
  return rows.map(row => row.map(cell).join('  ').trimEnd()).join('\n')
}

/** Names in the left column, their values in the right one. */
export const facts = (pairs: readonly (readonly [string, string])[]): string => table(pairs)

/** Mark for values from a twin. */
export const simulatedText = (simulated: boolean): string => (simulated ? 'SIMULATED' : '')
