import { GATES } from '../../../contract/gates/gate-table'
import { LIBRARIES } from '../../qasm/lowering/library'
import { isKeyword, isStatementWord, MODIFIERS, STATEMENT_WORDS, TYPES, VALUE_WORDS } from '../../qasm/parser/keywords'

export type WordKind = 'keyword' | 'type' | 'modifier' | 'value'

const WITHIN_STATEMENTS: ReadonlySet<string> = new Set(['OPENQASM', 'pragma', 'in', 'else', 'case', 'default'])
const CONSTANTS: ReadonlySet<string> = new Set(['pi', 'tau', 'euler', 'π', 'τ', 'ℇ', ...VALUE_WORDS])

/** Kind of a word in that version of OpenQASM; null for names. */
export function wordKind(word: string, version: 2 | 3): WordKind | null {
  if (word === 'OPENQASM' || isKeyword(word, version)) return 'keyword'
  if (version === 2) return word === 'pi' ? 'value' : null
  if (WITHIN_STATEMENTS.has(word)) return 'keyword'
  if (TYPES.has(word)) return 'type'
  if ((MODIFIERS as readonly string[]).includes(word)) return 'modifier'
  if (CONSTANTS.has(word)) return 'value'
  return isStatementWord(word) ? 'keyword' : null
}

/** Words that a statement may begin with. */
export const statementWords = (version: 2 | 3): string[] => [
  ...STATEMENT_WORDS.filter(word => isKeyword(word, version)),
  ...(version === 3 ? [...TYPES, ...MODIFIERS] : []),
]

/** A gate as its call is written. */
export interface GateSignature {
  readonly name: string
  readonly params: readonly string[]
  readonly qubits: readonly string[]
  /** One line about the gate; empty where its library has only a definition. */
  readonly about: string
}

const LIBRARY = { 2: 'qelib1', 3: 'stdgates' } as const
const ANGLES = ['theta', 'phi', 'lambda', 'gamma']
const OPERANDS = ['a', 'b', 'c', 'd', 'e']
const DEFINITION = /gate (\w+)(?:\(([\w, ]*)\))? ([\w, ]+?) \{/g
const names = (list: string | undefined): string[] => list?.split(',').map(name => name.trim()) ?? []

/** Gates of the library of that edition: qelib1.inc of 2, stdgates.inc of 3. */
export function libraryGates(version: 2 | 3): GateSignature[] {
  const library = LIBRARY[version]
  const rows = Object.values(GATES).flatMap(({ openqasm, params, qubits, symbol, meaning }) =>
    (openqasm?.[library] ?? []).map(name => ({
      name,
      params: ANGLES.slice(0, params),
      qubits: operandNames(symbol.controls, qubits ?? 0),
      about: meaning,
    })),
  )
  const defined = Array.from(LIBRARIES[`${library}.inc`]!.text.matchAll(DEFINITION), ([, name, params, qubits]) => ({
    name: name!,
    params: names(params),
    qubits: names(qubits),
    about: '',
  }))
  return [...rows, ...defined]
}

function operandNames(controls: number, count: number): string[] {
  if (controls === 0) return OPERANDS.slice(0, count)
  const numbered = (word: string, of: number) =>
    Array.from({ length: of }, (_, i) => (of > 1 ? `${word}${i + 1}` : word))
  return [...numbered('control', controls), ...numbered('target', count - controls)]
}
