import { gateNamed } from '../../../contract/gates/gate-table'
import type { Angle } from '../../../contract/jobs/circuit'
import { evaluateExpression } from '../evaluation/expression'
import { broadcast, quantumBits } from '../evaluation/operands'
import { angleOf } from '../evaluation/symbolic'
import { expandGate } from '../lowering/gate-expansion'
import { libraryHint } from '../lowering/library'
import { modified } from '../lowering/modifiers'
import type { GateDefinition, StatementOf } from '../model/ast'
import { type Bit, fromTruthTable } from '../model/bits'
import { semanticError } from '../model/diagnostics'
import { valueTable } from '../model/tables'
import { isRunTime } from '../model/values'
import type { ProgramState } from '../state/program'
import { callSubroutine } from './subroutine'

type GateCall = StatementOf<'apply'>
/** Applies the gate of a call with these parameters, whatever its operands. */
type ApplyWithAngles = (params: readonly Angle[]) => void

/** Applies a gate to its operands, or calls a subroutine in the style of a gate. */
export function apply(program: ProgramState, statement: GateCall): void {
  const binding = program.names.findCalled(statement.name)
  if (binding?.kind === 'def' && statement.modifiers.length === 0) {
    callSubroutine(program, statement, {
      name: statement.name,
      args: [...statement.params, ...statement.operands],
    })
    return
  }
  if (binding?.kind !== 'gate') {
    program.names.need(statement, statement.name, libraryHint(statement.name))
    semanticError(statement, `${statement.name} is no gate`)
    return
  }
  applyToAll(program, statement, binding.gate)
}

function applyToAll(program: ProgramState, statement: GateCall, gate: GateDefinition): void {
  const values = statement.params.map(param => evaluateExpression(program, param))
  const operands = statement.operands.map(operand => quantumBits(program, operand))
  const applyWith: ApplyWithAngles = params => {
    for (const qubits of broadcast(statement, operands)) {
      const application = modified(program, statement, { gate, params, qubits })
      program.trace?.applied(application)
      expandGate(program, statement, application)
    }
  }
  if (values.some(isRunTime))
    applyInCases(program, statement, { values, isAdditive: isAdditive(gate, statement), applyWith })
  else applyWith(values.map((value, i) => angleOf(statement.params[i]!, value, `a parameter of ${statement.name}`)))
}

/** Whether two calls of the gate with an angle each equal one with the sum of both; the global phase has no row in the gate table. */
const isAdditive = (gate: GateDefinition, { modifiers }: GateCall): boolean =>
  gate.kind === 'native' &&
  (gate.name === 'gphase' || gateNamed(gate.name)?.additive === true) &&
  modifiers.every(({ kind }) => kind !== 'pow')

/**
 * Applies a gate whose parameters depend on measurements: once for each case, or once for each bit that adds an angle.
 */
function applyInCases(
  program: ProgramState,
  statement: GateCall,
  {
    values,
    isAdditive,
    applyWith,
  }: {
    readonly values: Parameters<typeof valueTable>[2]
    readonly isAdditive: boolean
    readonly applyWith: ApplyWithAngles
  },
): void {
  const { of, rows } = valueTable(program.budget, statement, values)
  const weights = isAdditive ? weightsOf(rows.map(([angle]) => angle!)) : null
  const when = (bit: Bit, params: readonly number[]) => program.recorder.when(statement, bit, () => applyWith(params))
  if (weights) {
    if (rows[0]![0] !== 0) applyWith(rows[0]!)
    weights.forEach((weight, k) => {
      if (weight !== 0) when(of[k]!, [weight])
    })
    return
  }
  for (const [params, holds] of sameRows(rows)) {
    program.budget.spend(statement, rows.length)
    when(fromTruthTable(of, holds), params)
  }
}

/** Contribution of each outcome to the angle; null where the contributions are not additive. */
function weightsOf(angles: readonly number[]): number[] | null {
  const base = angles[0]!
  const weights = Array.from({ length: Math.log2(angles.length) }, (_, k) => angles[2 ** k]! - base)
  const isSum = angles.every((angle, row) => {
    const sum = weights.reduce((total, weight, k) => ((row >> k) % 2 === 1 ? total + weight : total), base)
    return Math.abs(sum - angle) <= 1e-14 * (1 + Math.abs(angle))
  })
  return isSum ? weights : null
}

/** Rows of equal parameters joined, each with the truth table of where it holds. */
function sameRows(rows: readonly (readonly number[])[]): [readonly number[], (0 | 1)[]][] {
  const keys = rows.map(row => row.join())
  return [...new Set(keys)].map(key => [rows[keys.indexOf(key)]!, keys.map(other => (other === key ? 1 : 0))])
}
