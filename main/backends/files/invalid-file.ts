/** How a file that cannot be used is reported: with its name, the position in it where there is one, and a remedy. */
import { AppError, type Fault } from '../../contract/model/errors'

/** Where in the file: a line and column (from 1) of its text, or a JSON pointer (RFC 6901) into its value. */
export type FilePosition = { readonly line: number; readonly column: number } | { readonly pointer: string }

export function invalidFile(file: string, position: FilePosition | null, message: string): AppError {
  const fault = { pointer: '', ...positionFields(position), file, message: printable(message) }
  return new AppError('invalid_file', printable(`${file}${describe(position)}: ${message}`), {
    details: { file, ...position },
    faults: [fault],
  })
}

const positionFields = (position: FilePosition | null): Partial<Fault> =>
  position !== null && 'pointer' in position ? { pointer: cut(position.pointer, MAX_POINTER_LENGTH) } : (position ?? {})

/** A fault of a file in one line, fit for a terminal. */
export const fileFaultText = ({ file = 'the file', pointer, line, column, message }: Fault): string => {
  const byPointer = pointer === '' ? null : { pointer }
  const position = line === undefined || column === undefined ? byPointer : { line, column }
  return printable(`${file}${describe(position)}: ${message}`)
}

/** Field names of a file are printed on terminals: characters that move the cursor or change the direction of writing are escaped. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, mark => `\\u${mark.codePointAt(0)!.toString(16).padStart(4, '0')}`)

function describe(position: FilePosition | null): string {
  if (position === null) return ''
  if ('line' in position) return ` line ${position.line} column ${position.column}`
  return ` at ${position.pointer === '' ? 'the top level' : cut(position.pointer, MAX_POINTER_LENGTH)}`
}

/** Longest pointer in a message, in characters; the field names of a hostile file may be longer. */
const MAX_POINTER_LENGTH = 300

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 3)}...` : text)

/** Line and column, both from 1, of a character offset. */
export function lineAndColumn(text: string, offset: number): FilePosition {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

/** One more step of a JSON pointer, escaped as RFC 6901 asks. */
export const under = (pointer: string, key: string | number): string =>
  `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** A value quoted for a message, cut short so that a hostile file cannot flood the answer. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return cut(text, 60)
}
