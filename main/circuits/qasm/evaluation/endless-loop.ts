import type { Expression, Statement, StatementOf } from '../model/ast'
import { semanticError } from '../model/diagnostics'
import type { ProgramState } from '../state/program'

const WHAT_WOULD_DO =
  'put an if (…) break; into its body, let its condition compare a bit that the body measures or a variable that it changes, or count with a for loop'

/**
 * Refuses a loop that has run one iteration without its condition changing, where no name that the condition reads is written in the
 * body or in a subroutine called there, and nothing leaves the loop. It compares names only, so it may accept a loop that never
 * ends, but refuses none that may end.
 */
export function checkMayEnd(program: ProgramState, loop: StatementOf<'while'>): void {
  const condition = walked(program, loop, [loop.condition])
  const body = walked(program, loop, loop.body)
  if (condition.hasCall || condition.measures || body.leaves) return
  const names = [...condition.names]
  const isByName = names.every(name => program.names.find(name)?.kind === 'variable')
  // Bits and elements of arrays may have several names, and a loop of the circuit makes bits unknown.
  if (isByName ? names.some(name => body.written.has(name)) : body.written.size > 0 || body.measures) return
  const why = names.length === 0 ? 'its condition is always true' : `nothing in its body changes ${names.join(', ')}`
  semanticError(loop, `this loop never ends: ${why}, and nothing leaves it; ${WHAT_WOULD_DO}`)
}

interface LoopFacts {
  readonly names: Set<string>
  /** Names that stand on the left of an assignment or behind the arrow of a measurement. */
  readonly written: Set<string>
  /** Subroutines that are called, once each. */
  readonly called: Set<string>
  hasCall: boolean
  /** Whether there is a measurement, or a `while` loop, which a measurement may decide. */
  measures: boolean
  /** Whether there is a way out of the loop. */
  leaves: boolean
}

function walked(program: ProgramState, at: Statement, nodes: readonly (Expression | Statement)[]): LoopFacts {
  const found: LoopFacts = {
    names: new Set(),
    written: new Set(),
    called: new Set(),
    hasCall: false,
    measures: false,
    leaves: false,
  }
  const parts: VisitedNode[] = nodes.map(node => ({ node, isInner: false, isCalled: false }))
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    program.budget.spend(at)
    const { node, isCalled } = part
    if (typeof node !== 'object' || node === null) continue
    const { kind } = node as { kind?: string }
    const isInner = part.isInner || kind === 'for' || kind === 'while'
    if (kind !== undefined) note(found, node as Expression | Statement, { isInner, isCalled })
    const def = kind === 'call' || kind === 'apply' ? calledFor(program, found, (node as { name: string }).name) : []
    for (const inside of Object.values(node).toReversed()) parts.push({ node: inside, isInner, isCalled })
    for (const inside of def) parts.push({ node: inside, isInner: true, isCalled: true })
  }
  return found
}

interface VisitedNode {
  readonly node: unknown
  /** Whether it is in a loop within the loop, or in a subroutine: its break is not that of the loop. */
  readonly isInner: boolean
  /** Whether it is in a subroutine: its return does not leave the loop. */
  readonly isCalled: boolean
}

function note(found: LoopFacts, node: Expression | Statement, { isInner, isCalled }: Omit<VisitedNode, 'node'>): void {
  if (node.kind === 'name') found.names.add(node.name)
  if (node.kind === 'assign') found.written.add(nameOf(node.target))
  if (node.kind === 'measure' && 'into' in node && node.into) found.written.add(nameOf(node.into))
  found.hasCall ||= node.kind === 'call'
  found.measures ||= node.kind === 'measure' || node.kind === 'while'
  found.leaves ||= node.kind === 'end' || (node.kind === 'break' && !isInner) || (node.kind === 'return' && !isCalled)
}

/** The name that the expression indexes, at any depth, or is; empty for other expressions. */
const nameOf = (target: Expression): string =>
  target.kind === 'index' ? nameOf(target.of) : target.kind === 'name' ? target.name : ''

/** The body of a subroutine that has not been visited before; empty for any other name. */
function calledFor(program: ProgramState, { called }: LoopFacts, name: string): readonly Statement[] {
  const binding = program.names.find(name)
  if (binding?.kind !== 'def' || called.has(name)) return []
  called.add(name)
  return binding.body
}
