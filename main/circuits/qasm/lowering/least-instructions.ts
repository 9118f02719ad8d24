/**
 * The least number of instructions that a gate becomes, counted before its body is opened: sixty gates, each of which
 * calls the one before it twice, would never end.
 */
import { MAX_INSTRUCTIONS } from '../../../contract/jobs/circuit'
import type { GateDefinition, RangeItem, Statement, StatementOf } from '../model/ast'
import { limitExceeded, type SourceLocation } from '../model/diagnostics'

type Gates = ReadonlyMap<string, GateDefinition>

/**
 * The least number of instructions that a body makes, under any controls and inverted or not. Steps raised to a power,
 * and loops over values that are not written out, count 0.
 */
export const leastInstructions = (body: readonly Statement[], gates: Gates): number =>
  body.reduce((sum, statement) => sum + leastOf(statement, gates), 0)

function leastOf(statement: Statement, gates: Gates): number {
  if (statement.kind === 'block') return leastInstructions(statement.body, gates)
  if (statement.kind === 'for') return iterationsOfLiterals(statement.over) * leastInstructions(statement.body, gates)
  if (statement.kind !== 'apply' || statement.modifiers.some(({ kind }) => kind === 'pow')) return 0
  return leastOfGate(gates.get(statement.name))
}

/** Native gates that may add no instruction: `gphase` without controls, `id` under controls or inverted. */
const MAYBE_NOTHING: readonly string[] = ['gphase', 'id']

function leastOfGate(gate: GateDefinition | undefined): number {
  if (gate?.kind === 'composite') return gate.least
  return gate?.kind === 'native' && !MAYBE_NOTHING.includes(gate.name) ? 1 : 0
}

function iterationsOfLiterals(over: StatementOf<'for'>['over']): number {
  if ('register' in over) return 0
  if (!('kind' in over)) return over.length
  return over.step === null ? Math.max(0, written(over, 'stop') - written(over, 'start') + 1 || 0) : 0
}

function written(range: RangeItem, end: 'start' | 'stop'): number {
  const value = range[end]
  return value?.kind === 'number' ? value.value : Number.NaN
}

interface Repeated {
  readonly name: string
  readonly least: number
  /** Powers of the gate as `reduced` leaves them. */
  readonly powers: readonly number[]
  /** Instructions of the circuit so far. */
  readonly recorded: number
}

export function refuseEndless(at: SourceLocation, { name, least, powers, recorded }: Repeated): void {
  const [power = 1] = powers
  if (least === 0 || powers.length > 1 || !Number.isInteger(power)) return
  const counted = recorded + least * Math.abs(power)
  if (counted <= MAX_INSTRUCTIONS) return
  const said = Math.min(counted, Number.MAX_SAFE_INTEGER)
  limitExceeded(
    at,
    `with ${name} the program unrolls to at least ${said}, more than the ${MAX_INSTRUCTIONS} instructions that a circuit may have: use fewer iterations of loops and fewer gates within each other, or split it into several circuits`,
  )
}
