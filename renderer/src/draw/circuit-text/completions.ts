/** Completions at a position of a circuit's text. */
import { type GateSignature, libraryGates, statementWords } from '../../../../main/circuits/editing/document/vocabulary'
import { GATES } from '../../../../main/contract/gates/gate-table'
import { type DeclaredName, declaredNames } from './declared-names'

export interface Completion {
  readonly label: string
  readonly kind: 'gate' | 'keyword' | 'qubit' | 'bit' | 'value' | 'property'
  /** Beside the label, on its line. */
  readonly detail: string
  /** A line of help; empty where there is none. */
  readonly about: string
}

export interface Completions {
  /** Offset at which the word being typed begins. */
  readonly from: number
  readonly options: readonly Completion[]
}

const WORD = /[\p{L}_$][\p{L}\p{Nd}_]*$/u
const FUNCTIONS = ['sin', 'cos', 'tan', 'arcsin', 'arccos', 'arctan', 'exp', 'log', 'sqrt']
const REGISTER_SHOWN = 64

/** null in comments, strings and numbers, where nothing is offered. */
export function completionsAt(text: string, at: number): Completions | null {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^\s*[{[]/.test(text) ? jsonCompletions(line, at) : openQasmCompletions(text, at, line)
}

function openQasmCompletions(text: string, at: number, line: string): Completions | null {
  if (/\/\/|^\s*#/.test(line) || /\d[\p{L}\d]*$/u.test(line.replace(WORD, '')) || /"[^"]*$/.test(line)) return null
  const written = statementBefore(text, at)
  const word = WORD.exec(written)?.[0] ?? ''
  const before = written.slice(0, written.length - word.length)
  return { from: at - word.length, options: optionsIn(text, before) }
}

/** Text of the statement before the position; at most a thousand characters. */
function statementBefore(text: string, at: number): string {
  const stretch = text.slice(Math.max(0, at - 1_000), at).replace(/\/\/[^\n]*\n/g, '\n')
  return stretch.slice(Math.max(...[';', '{', '}'].map(mark => stretch.lastIndexOf(mark))) + 1)
}

function optionsIn(text: string, before: string): Completion[] {
  const version = /^\s*(?:\/\/[^\n]*\n\s*)*OPENQASM\s+2/.test(text) ? 2 : 3
  const { names, gates } = declaredNames(text)
  const isBegin = /^\s*$|@\s*$|^\s*(?:if|while)\s*\(.*\)\s*$/.test(before)
  if (isBegin) {
    const calls = [...gates, ...libraryGates(version)].map(gateCompletion)
    return [...calls, ...statementWords(version).map(keyword), ...wires(names, 'bit')]
  }
  if (version === 3 && /^\s*input\s+$/.test(before)) return INPUT_TYPES
  if (/^\s*(?:if|while)\b/.test(before)) return [...wires(names, 'bit'), ...values(names)]
  if (isInBrackets(before, '(', ')')) return [...values(names), ...numbersOf()]
  if (isInBrackets(before, '[', ']')) return values(names)
  if (/=\s*$/.test(before)) return [keyword('measure'), ...wires(names, 'bit'), ...values(names)]
  if (/->\s*$/.test(before)) return wires(names, 'bit')
  return [...wires(names, 'qubit'), ...values(names)]
}

const isInBrackets = (text: string, open: string, close: string) => text.split(open).length > text.split(close).length

const keyword = (label: string): Completion => ({ label, kind: 'keyword', detail: '', about: '' })

/** Types of inputs that a table of values can fill; `[bits]`: a width may follow. */
const INPUT_TYPES: Completion[] = [
  { ...keyword('float'), about: 'a real number' },
  { ...keyword('angle'), detail: '[bits]', about: 'in radians, modulo 2π; with a width, to the nearest of 2π/2ⁿ' },
  { ...keyword('int'), detail: '[bits]', about: 'a whole number' },
  { ...keyword('uint'), detail: '[bits]', about: 'a whole number that is not negative' },
]

/** `cx control, target` of a gate: how its call is written. */
export const signatureText = ({ name, params, qubits }: GateSignature): string =>
  `${name}${params.length > 0 ? `(${params.join(', ')})` : ''} ${qubits.join(', ')}`.trimEnd()

const gateCompletion = (gate: GateSignature): Completion => ({
  label: gate.name,
  kind: 'gate',
  about: gate.about,
  detail: signatureText(gate).slice(gate.name.length),
})

function wires(names: readonly DeclaredName[], kind: 'qubit' | 'bit'): Completion[] {
  return names
    .filter(one => one.kind === kind)
    .flatMap(({ name, size, type }) => [
      { label: name, kind, detail: type, about: '' },
      ...Array.from({ length: Math.min(size ?? 0, REGISTER_SHOWN) }, (_, i) => ({
        label: `${name}[${i}]`,
        kind,
        detail: '',
        about: '',
      })),
    ])
}

const values = (names: readonly DeclaredName[]): Completion[] =>
  names
    .filter(({ kind }) => kind !== 'qubit' && kind !== 'bit')
    .map(({ name, type }) => ({ label: name, kind: 'value', detail: type, about: '' }))

const numbersOf = (): Completion[] => [
  { label: 'pi', kind: 'value', detail: '3.14159…', about: '' },
  ...FUNCTIONS.map(label => ({ label, kind: 'value' as const, detail: '(x)', about: '' })),
]

const KEYS: Readonly<Record<string, string>> = {
  num_qubits: 'how many qubits the circuit has',
  num_clbits: 'how many classical bits there are',
  result_clbits: 'how many of them, from bit 0 on, are the result',
  registers: 'names for export and display',
  instructions: 'gates, measurements, resets and barriers in their order',
  name: 'a gate of the table, measure, reset, barrier, while, until or end',
  qubits: 'controls first, target last',
  clbits: 'where a measurement writes',
  params: 'angles in radians, or expressions of parameters',
  condition: 'runs only where classical bits hold a value',
  max_iterations: 'most iterations of a loop',
}

function jsonCompletions(line: string, at: number): Completions | null {
  const name = /"name"\s*:\s*"(\w*)$/.exec(line)
  if (name)
    return {
      from: at - name[1]!.length,
      options: Object.entries(GATES).map(([label, { meaning, params }]) => ({
        label,
        kind: 'gate',
        about: meaning,
        detail: params > 0 ? ` ${params} angle${params > 1 ? 's' : ''}` : '',
      })),
    }
  const key = /(?:^\s*|[{,]\s*)"(\w*)$/.exec(line)
  if (!key) return null
  const options = Object.entries(KEYS).map(([label, about]) => ({
    label,
    kind: 'property' as const,
    detail: '',
    about,
  }))
  return { from: at - key[1]!.length, options }
}
