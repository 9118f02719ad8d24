/** A typed or pasted table of parameters: names in the first line, then one line per row. Pure. */
import { MAX_ROWS, SweepParameters } from '../../../../main/contract/jobs/parameters'
import { validationMessage } from '../../../../main/contract/model/validation-messages'
import { roundedTo } from '../../../../main/contract/numbers/number-text'

const cellsOf = (line: string): string[] => line.split(/[,;\t]/).map(cell => cell.trim())

/** The parameters, or the first fault; null for an empty text. */
export function readParameterTable(typed: string): SweepParameters | { readonly fault: string } | null {
  const lines = typed.split(/\r?\n/).filter(line => line.trim() !== '')
  if (lines.length === 0) return null
  const [names, ...rest] = lines.map(cellsOf)
  if (rest.length === 0) return { fault: 'A line of names, then a line for each row' }
  if (rest.length > MAX_ROWS) return { fault: `At most ${MAX_ROWS} rows` }
  const rows = rest.map(cells => cells.map(cell => (cell === '' ? Number.NaN : Number(cell))))
  const wrong = rows.findIndex(row => row.length !== names!.length || !row.every(Number.isFinite))
  if (wrong >= 0) return { fault: `Row ${wrong}: one number for each of ${names!.join(', ')}` }
  const read = SweepParameters.safeParse({ names, rows }, { error: validationMessage })
  return read.success ? read.data : { fault: read.error.issues[0]?.message ?? 'This is no table of parameters' }
}

/** The table as text of the form, in full digits. Round-trips: `readParameterTable(parameterTableText(t))` equals t. */
export const parameterTableText = ({ names, rows }: SweepParameters): string =>
  [names, ...rows].map(line => line.join(',')).join('\n')

export interface EvenSteps {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly steps: string
}

/**
 * A table of one parameter in even steps including both ends, and of the other inputs at 0; null for an invalid field.
 */
export function evenStepsTable({ name, from, to, steps }: EvenSteps, inputs: readonly string[] = []): string | null {
  const [low, high, count] = [Number(from), Number(to), Number(steps)]
  const isWhole = Number.isInteger(count) && count >= 2 && count <= MAX_ROWS
  if (name.trim() === '' || from.trim() === '' || to.trim() === '' || !isWhole) return null
  if (!Number.isFinite(low) || !Number.isFinite(high)) return null
  const values = Array.from({ length: count }, (_, at) => low + ((high - low) * at) / (count - 1))
  const names = [name.trim(), ...inputs.filter(input => input !== name.trim())]
  const zeros = names.slice(1).map(() => 0)
  return [names, ...values.map(value => [roundedTo(value, 12), ...zeros])].map(line => line.join(',')).join('\n')
}
