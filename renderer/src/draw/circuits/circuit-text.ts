/** The text pane: what it holds, and its faults with line and column. Parsing of OpenQASM belongs to the service. */
import { faultsWithin, holdsCircuit } from '../../../../main/circuits/editing/document/json-document'
import {
  jsonSpans,
  positionAt,
  type TextPosition,
  valueAt,
} from '../../../../main/circuits/editing/document/json-spans'
import { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import { validationMessage } from '../../../../main/contract/model/validation-messages'
import { jsonFault } from './json-syntax'

export interface TextFault extends Partial<TextPosition> {
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
  const read = ParametricCircuit.safeParse(holdsCircuit(value) ? value.circuit : value, { error: validationMessage })
  const base = holdsCircuit(value) ? ['circuit'] : []
  const faults = read.success ? faultsWithin(read.data) : read.error.issues.flatMap(faultsOfIssue)
  if (read.success && faults.length === 0) return { circuit: read.data, faults: [] }
  return {
    circuit: null,
    faults: placedFaults(
      text,
      faults.map(fault => ({ ...fault, path: [...base, ...fault.path] })),
    ),
  }
}

/** One fault for each unknown field, at its place; a missing field is named. */
function faultsOfIssue(issue: ParametricIssue): FaultOfValue[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ path: [...path, key], message: `${JSON.stringify(key)} is an ${issue.message}` }))
  const isNamed = issue.message.startsWith('missing') && typeof issue.path.at(-1) === 'string'
  return [{ path, message: isNamed ? `${JSON.stringify(path.at(-1))} is ${issue.message}` : issue.message }]
}

/** Levels of JSON that a circuit has within a submit body. */
const LEVELS = 8

type ParametricIssue = NonNullable<ReturnType<typeof ParametricCircuit.safeParse>['error']>['issues'][number]

interface FaultOfValue {
  /** Names and positions that lead to the value. */
  readonly path: readonly string[]
  readonly message: string
}

/** Faults of values, with the line and column of the values in a JSON text. */
export function placedFaults(text: string, faults: readonly FaultOfValue[]): TextFault[] {
  if (faults.length === 0) return []
  const root = jsonSpans(text, LEVELS)
  return faults.map(({ path, message }) => ({ ...positionAt(text, valueAt(root, path).start), message }))
}

/** Names and positions of a JSON pointer (RFC 6901). */
export const pointerParts = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** `line 3, column 7: …` */
export const faultText = ({ line, column, message }: TextFault) =>
  line === undefined ? message : `line ${line}, column ${column ?? 1}: ${message}`

/** The faults without repetitions: several instructions may have the same fault at one place, or without a place. */
export const distinctFaults = (faults: readonly TextFault[]): TextFault[] => [
  ...new Map(faults.map(fault => [faultText(fault), fault])).values(),
]

/** One instruction on each line: the JSON of a circuit as people read and edit it. */
export function circuitJson({ instructions, ...head }: ParametricCircuit): string {
  const fields = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
  const lines = instructions.map(instruction => `    ${JSON.stringify(instruction)}`)
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`
  return `{\n${fields.join('')}  "instructions": ${list}\n}\n`
}
