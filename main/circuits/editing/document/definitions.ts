import type { Expression, Statement, StatementOf } from '../../qasm/model/ast'
import type { Span } from '../../qasm/model/diagnostics'
import type { TracedProgram } from '../../qasm/read'
import { bodyLocation } from './boxes'
import type { Definition, DrawnGate, DrawnStep } from './model'
import { statementParts } from './statement-parts'
import { withoutAnnotations } from './tokens'

interface TextWithSpans {
  readonly text: string
  readonly spans: ReadonlyMap<Statement, Span>
}

/** The gates that the text defines; in a body gates act on the gate's own qubits, by position. */
export function definitionsOf(text: string, { trace }: TracedProgram): Definition[] {
  const source = { text, spans: trace.spans }
  return trace.statements.flatMap(({ statement, span }) =>
    statement.kind === 'gate' ? [definition(source, statement, span)] : [],
  )
}

function definition(source: TextWithSpans, gate: StatementOf<'gate'>, span: Span): Definition {
  const { name, params, qubits, body } = gate
  const plain = body.filter(({ kind }) => kind !== 'nothing')
  const steps = plain.map((statement, position) => bodyStep(source, { gate, statement, position }))
  return { name, params, qubits, span, location: bodyLocation(source, span, body), steps }
}

interface InBody {
  readonly gate: StatementOf<'gate'>
  readonly statement: Statement
  readonly position: number
}

function bodyStep(source: TextWithSpans, { gate, statement, position }: InBody): DrawnStep {
  const span = source.spans.get(statement)!
  const core = withoutAnnotations(source.text, span)
  const gates = drawnIn(source, gate, statement)
  const qubits = gates.length > 0 ? [...new Set(gates.flatMap(wiresOf))] : gate.qubits.map((_, qubit) => qubit)
  const title = source.text.slice(core.start, core.end).replace(/\s+/g, ' ')
  return {
    id: String(position),
    span,
    core,
    gates,
    condition: null,
    clbits: [],
    first: 0,
    last: 0,
    isRepeated: true,
    qubits: qubits.sort((a, b) => a - b),
    box: gates.length > 0 ? null : { kind: statement.kind === 'for' ? 'for' : 'block', title, values: [], bodies: [] },
  }
}

const wiresOf = ({ qubits, controls }: DrawnGate) => [...controls.map(({ qubit }) => qubit), ...qubits]

/** Gates of a statement in a body; empty unless it is a gate or barrier on qubits of the definition. A loop is shown as text. */
function drawnIn({ text, spans }: TextWithSpans, gate: StatementOf<'gate'>, statement: Statement): DrawnGate[] {
  const positions = (operands: readonly Expression[]) =>
    operands.map(operand => (operand.kind === 'name' ? gate.qubits.indexOf(operand.name) : -1))
  const plain = { params: [], powers: [], clbits: [] }
  if (statement.kind === 'barrier') {
    const all = statement.of.length > 0 ? positions(statement.of) : gate.qubits.map((_, qubit) => qubit)
    return [{ name: 'barrier', ...plain, controls: [], qubits: all }]
  }
  if (statement.kind !== 'apply') return []
  const all = positions(statement.operands)
  if (all.includes(-1)) return []
  const count = controlCount(
    text,
    withoutAnnotations(text, spans.get(statement)!),
    statement.modifiers.map(({ kind }) => kind),
  )
  const controls = count.map((value, at) => ({ qubit: all[at]!, value }))
  return [{ name: statement.name, ...plain, controls, qubits: all.slice(controls.length) }]
}

/** Values of the controls that the modifiers add, first to last. */
function controlCount(text: string, span: Span, kinds: readonly string[]): (0 | 1)[] {
  const parts = statementParts(text, span)
  if (parts?.kind !== 'gate' || parts.modifiers === null) return []
  const words = text.slice(parts.modifiers.start, parts.modifiers.end).split('@')
  return kinds.flatMap((kind, at) => {
    if (kind !== 'ctrl' && kind !== 'negctrl') return []
    const count = Number(/\(\s*(\d+)\s*\)/.exec(words[at] ?? '')?.[1] ?? 1)
    return Array.from({ length: count }, (): 0 | 1 => (kind === 'ctrl' ? 1 : 0))
  })
}
