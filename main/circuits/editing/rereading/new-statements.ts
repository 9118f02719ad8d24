import type { ParametricInstruction } from '../../../contract/jobs/circuit'
import type { Span } from '../../qasm/model/diagnostics'
import { type TracedProgram, traceQasm } from '../../qasm/read'
import type { TracedStatement } from '../../qasm/state/trace'
import type { CircuitDocument, DrawnStep } from '../document/model'
import { type OuterStatement, type OuterStatements, statementRole } from '../document/outer-statements'
import { drawnSteps, stepContext } from '../document/steps'
import { type ChangedStatements, isReadAlone } from './change'
import { movedStep } from './moved'

export interface ChangedText {
  readonly before: CircuitDocument
  readonly outer: OuterStatements
  readonly text: string
  readonly change: ChangedStatements
}

/** The statements that replace the changed ones; offsets are those of the new text, instructions count from 0. */
export interface NewStatements {
  readonly statements: readonly OuterStatement[]
  readonly steps: readonly DrawnStep[]
  readonly instructions: readonly ParametricInstruction[]
}

/**
 * Reads the new statements after the declarations before them; null unless each is read alone and the last ends where the next
 * statement begins.
 */
export function newStatements(edited: ChangedText): NewStatements | null {
  const { before, outer, text, change } = edited
  const sentinel = sentinelOf(edited)
  const gone = outer.list.slice(change.first, change.last)
  if (sentinel === null || bindsNext(before.text, gone, change)) return null
  const head = declarations(edited)
  const stretch = { start: head.length, end: head.length + change.endNow - change.start }
  const source = `${head}${text.slice(change.start, change.endNow)}${sentinel}`
  const program = traceQasm(source)
  const traced = readAlone(source, { stretch, program, areIndependent: outer.areIndependent })
  if (traced === null) return null
  const shift = { from: 0, by: change.start - head.length, instructions: 0 }
  const steps = drawnSteps(stepContext(source, program), traced, { prefix: '', isRepeated: false })
  return {
    statements: traced.map(({ statement, span: { start, end } }) => ({
      start: start + shift.by,
      end: end + shift.by,
      role: statementRole(statement),
    })),
    steps: steps.map(step => movedStep(step, step.id, shift)),
    instructions: program.result!.circuit.instructions.slice(0, -1),
  }
}

/** A statement to put after the new ones, which shows whether the last of them runs on; null without a qubit to name. */
function sentinelOf({ before, change }: ChangedText): string | null {
  const declared = before.qubits.find(({ declaration }) => declaration !== null && declaration.end <= change.start)
  return declared ? `reset ${declared.name};` : null
}

/** The declarations that the new statements may use, each on a line. */
function declarations({ before, outer, change }: ChangedText): string {
  const texts = outer.list
    .slice(0, change.first)
    .filter(({ role }) => role === 'declares')
    .map(({ start, end }) => before.text.slice(start, end))
  return [outer.version, ...texts, ''].join('\n')
}

/** Whether an annotation or a pragma stands between the statements, which would change how the next one is read. */
function bindsNext(text: string, statements: readonly Span[], { start, end }: Span): boolean {
  const ends = [start, ...statements.map(one => one.end)]
  return ends.some((from, at) => /[@#]|pragma/.test(text.slice(from, statements[at]?.start ?? end)))
}

interface ReadStretch {
  readonly stretch: Span
  readonly program: TracedProgram
  readonly areIndependent: boolean
}

/** The statements of the span; null unless each is read alone, and the sentinel is read as it is written. */
function readAlone(source: string, { stretch, program, areIndependent }: ReadStretch): TracedStatement[] | null {
  const { result, trace, state } = program
  if (result === null || result.notes.length > 0) return null
  if (result.circuit.instructions.length !== state.recorder.instructions.length) return null
  const traced = trace.statements.filter(({ span }) => span.start >= stretch.start)
  const sentinel = traced.pop()
  if (sentinel?.span.start !== stretch.end || sentinel.statement.kind !== 'reset') return null
  if (traced.some(({ statement }) => !isReadAlone(statementRole(statement), areIndependent))) return null
  const spans = traced.map(({ span }) => span)
  return bindsNext(source, spans, stretch) ? null : traced
}
