/** Names that a text of OpenQASM declares, found without reading it: a text that is being written is mostly wrong somewhere. */
import type { GateSignature } from '../../../../main/circuits/editing/document/vocabulary'

type NameKind = 'qubit' | 'bit' | 'input' | 'constant' | 'variable'

export interface DeclaredName {
  readonly name: string
  readonly kind: NameKind
  /** As it is written: `qubit[3]`, `input float`. */
  readonly type: string
  /** Size of a register where it is a plain number; null otherwise. */
  readonly size: number | null
}

export interface DeclaredNames {
  readonly names: readonly DeclaredName[]
  readonly gates: readonly GateSignature[]
}

/** Most characters that are searched. */
const READ = 1_000_000
const TYPES = 'qubit|bit|qreg|creg|bool|int|uint|float|angle'
const DECLARATION = new RegExp(
  `\\b(?:(input|output|const)\\s+)?(${TYPES})\\s*(?:\\[\\s*([^\\]]*?)\\s*\\])?\\s+([\\p{L}_][\\p{L}\\p{Nd}_]*)\\s*(?:\\[\\s*(\\d+)\\s*\\])?`,
  'gu',
)
const DEFINITION = /\b(gate|def)\s+([\p{L}_][\p{L}\p{Nd}_]*)\s*(?:\(([^)]*)\))?\s*([^{;]*)\{/gu
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g

export function declaredNames(text: string): DeclaredNames {
  const plain = text.slice(0, READ).replace(COMMENT, ' ')
  const names = new Map<string, DeclaredName>()
  for (const [, role, type, size, name, oldSize] of plain.matchAll(DECLARATION)) {
    const written = `${role ? `${role} ` : ''}${type}${size ? `[${size}]` : ''}`
    const count = Number(size ?? oldSize)
    names.set(name!, {
      name: name!,
      kind: kindOf(role, type!),
      type: written,
      size: isRegister(type!) && Number.isInteger(count) && count > 0 ? count : null,
    })
  }
  const gates = Array.from(plain.matchAll(DEFINITION), ([, , name, params = '', qubits = '']) => ({
    name: name!,
    params: listed(params),
    qubits: listed(qubits),
    about: 'defined in this text',
  }))
  return { names: [...names.values()], gates }
}

const isRegister = (type: string) => ['qubit', 'qreg', 'bit', 'creg'].includes(type)

function kindOf(role: string | undefined, type: string): NameKind {
  if (type === 'qubit' || type === 'qreg') return 'qubit'
  if (role === 'input') return 'input'
  if (role === 'const') return 'constant'
  return type === 'bit' || type === 'creg' ? 'bit' : 'variable'
}

/** Names in a list such as `float theta, qubit q`. */
const listed = (list: string): string[] =>
  list
    .split(',')
    .map(one => one.trim().split(/\s+/).at(-1)!)
    .filter(name => name !== '' && /^[\p{L}_]/u.test(name))
