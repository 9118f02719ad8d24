/** The text pane: what it holds, and its faults with line and column. Parsing of OpenQASM belongs to the service. */
import { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import { offsetOf, type Position, positionAt } from './json-position'
import { jsonFault } from './json-syntax'

export interface TextFault extends Partial<Position> {
  readonly message: string
}

export type TextLanguage = 'json' | 'openqasm'

/** JSON begins with a brace; OpenQASM never does. */
export const languageOf = (text: string): TextLanguage => (/^\s*[{[]/.test(text) ? 'json' : 'openqasm')

export type JsonReading =
  | { readonly circuit: ParametricCircuit; readonly faults: readonly [] }
  | { readonly circuit: null; readonly faults: readonly TextFault[] }

/** Our JSON of a circuit, or of a whole submit body that holds one. Faults stand where the text is wrong. */
export function readJson(text: string): JsonReading {
  const broken = jsonFault(text)
  if (broken !== null)
    return { circuit: null, faults: [{ ...positionAt(text, broken.offset), message: broken.message }] }
  const value: unknown = JSON.parse(text)
  const base = isBody(value) ? '/circuit' : ''
  const read = ParametricCircuit.safeParse(isBody(value) ? value.circuit : value)
  if (read.success) return { circuit: read.data, faults: [] }
  const faults = read.error.issues.map(({ path, message }) => textFaultAt(text, base + pointerOf(path), message))
  return { circuit: null, faults }
}

const isBody = (value: unknown): value is { circuit: unknown } =>
  typeof value === 'object' && value !== null && 'circuit' in value

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A fault of the service, whose pointer names a place in the circuit, placed in the JSON text it came from. */
export const textFaultAt = (text: string, pointer: string, message: string): TextFault => ({
  ...positionAt(text, offsetOf(text, pointer)),
  message,
})

/** `line 3, column 7: …` */
export const faultText = ({ line, column, message }: TextFault) =>
  line === undefined ? message : `line ${line}, column ${column ?? 1}: ${message}`

export function lineCount(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Offset of a line and column, for the cursor; both from 1 and kept inside the text. */
export function offsetAt(text: string, { line, column }: Position): number {
  let start = 0
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return Math.min(start + column - 1, end === -1 ? text.length : end)
}

/** One instruction on each line: the JSON of a circuit as people read and edit it. */
export function circuitJson({ instructions, ...head }: ParametricCircuit): string {
  const fields = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
  const lines = instructions.map(instruction => `    ${JSON.stringify(instruction)}`)
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`
  return `{\n${fields.join('')}  "instructions": ${list}\n}\n`
}
