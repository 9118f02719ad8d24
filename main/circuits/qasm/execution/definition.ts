import { leastInstructions } from '../lowering/least-instructions'
import { BUILT_IN, LIBRARIES, libraryHint, NATIVE, WRITTEN_OUT } from '../lowering/library'
import type { GateDefinition, Statement, StatementOf } from '../model/ast'
import { limitExceeded, type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { MAX_GATE_QUBITS } from '../model/limits'
import { Lexer } from '../parser/lexer'
import { parseStatement } from '../parser/statement'
import { Cursor } from '../parser/token-cursor'
import type { ProgramState } from '../state/program'

/** Declares the gates that need no include. */
export function defineBuiltIns(program: ProgramState, at: SourceLocation): void {
  for (const [name, gate] of Object.entries(BUILT_IN))
    program.names.declare(at, name, { kind: 'gate', gate, isLibrary: true })
}

/** `include` of a standard library, which is built in; no file is ever read. */
export function include(program: ProgramState, at: SourceLocation, path: string): void {
  const library = Object.hasOwn(LIBRARIES, path) ? LIBRARIES[path]! : null
  if (library === null) {
    unsupportedError(
      at,
      `only ${Object.keys(LIBRARIES).join(' and ')} can be included, not ${JSON.stringify(path)}: write out what it holds`,
    )
    return
  }
  const add = (name: string, gate: GateDefinition) => {
    if (!program.names.find(name)) program.names.declare(at, name, { kind: 'gate', gate, isLibrary: true })
  }
  program.budget.spend(at, 100)
  for (const [name, native] of Object.entries(library.same)) add(name, NATIVE.get(native)!)
  for (const [name, gate] of defined(path, library.text)) add(name, gate)
}

const DEFINED = new Map<string, ReadonlyMap<string, GateDefinition>>()
/** The gates that a library defines by other gates; built when it is first included. */
function defined(path: string, text: string): ReadonlyMap<string, GateDefinition> {
  const found = DEFINED.get(path)
  if (found) return found
  const [known, gates] = [new Map(NATIVE), new Map<string, GateDefinition>()]
  for (const statement of gatesIn(text)) {
    const gate = compositeOf(statement, name => known.get(name) ?? null)
    known.set(statement.name, gate)
    gates.set(statement.name, gate)
  }
  DEFINED.set(path, gates)
  return gates
}

function gatesIn(text: string): StatementOf<'gate'>[] {
  const cursor = new Cursor(new Lexer(text))
  const gates: StatementOf<'gate'>[] = []
  for (let statement = parseStatement(cursor); statement !== null; statement = parseStatement(cursor))
    if (statement.kind === 'gate') gates.push(statement)
  return gates
}

/**
 * Defines a gate. One whose name and body are those that the writer gives an operation becomes that operation itself.
 */
export function defineGate(program: ProgramState, statement: StatementOf<'gate'>): void {
  const find = (name: string): GateDefinition | null => {
    const binding = program.names.findCalled(name)
    if (binding === null) program.names.skipIfFailed(statement, name)
    return binding?.kind === 'gate' ? binding.gate : null
  }
  program.names.declaring(statement.name, () => {
    const gate = isWrittenOut(statement) ? NATIVE.get(statement.name)! : compositeOf(statement, find)
    program.names.declare(statement, statement.name, { kind: 'gate', gate, isLibrary: false })
  })
}

function compositeOf(statement: StatementOf<'gate'>, find: (name: string) => GateDefinition | null): GateDefinition {
  const { name, params, qubits, body } = statement
  if (qubits.length > MAX_GATE_QUBITS) limitExceeded(statement, `a gate on more than ${MAX_GATE_QUBITS} qubits`)
  const gates = new Map<string, GateDefinition>()
  bindNames(body, gates, find)
  return { kind: 'composite', name, params, qubits, body, gates, least: leastInstructions(body, gates) }
}

function bindNames(
  body: readonly Statement[],
  gates: Map<string, GateDefinition>,
  find: (name: string) => GateDefinition | null,
): void {
  for (const statement of body) {
    if (statement.kind === 'apply' && !gates.has(statement.name))
      gates.set(
        statement.name,
        find(statement.name) ??
          semanticError(statement, `there is no gate ${statement.name}${libraryHint(statement.name)}`),
      )
    if (statement.kind === 'for' || statement.kind === 'block') bindNames(statement.body, gates, find)
  }
}

/** The gate calls of a body as plain text; `?` for any statement that is no plain call. */
const outline = (body: readonly Statement[]): string =>
  body
    .map(statement => {
      if (statement.kind !== 'apply' || statement.modifiers.length > 0 || statement.params.length > 0) return '?'
      return `${statement.name} ${statement.operands.map(operand => (operand.kind === 'name' ? operand.name : '?'))};`
    })
    .join('')

function isWrittenOut({ name, params, qubits, body }: StatementOf<'gate'>): boolean {
  const ours = WRITTEN_OUT.get(name)
  if (ours === undefined || params.length > 0 || qubits.join() !== 'a,b' || body.length > 10) return false
  return outline(body).replaceAll(' ', '') === ours.replaceAll(' ', '')
}
