import type { Condition } from '../../../contract/jobs/circuit'
import { valueOfBits } from '../../model/condition-value'
import { type Case, type CaseOptions, casesOf, type RuntimeBit } from '../model/bits'
import type { SourceLocation } from '../model/diagnostics'
import type { StepBudget } from '../model/step-budget'

/** Conditions in the form that instructions carry. Programs repeat theirs, so each is computed once and shared. */
export class Conditions {
  private readonly cases = new WeakMap<RuntimeBit, readonly Case[]>()
  private readonly asked = new WeakMap<Case, Condition>()

  constructor(private readonly budget: StepBudget) {}

  /** The cases in which all the bits hold; split by the outcomes of `isLast` last, where that is given. */
  casesOf(at: SourceLocation, bits: readonly RuntimeBit[], isLast?: CaseOptions['isLast']): readonly Case[] {
    const only = bits.length === 1 && isLast === undefined ? bits[0]! : null
    const known = only && this.cases.get(only)
    const cases =
      known ?? casesOf(at, bits, { spend: steps => this.budget.spend(at, steps), ...(isLast && { isLast }) })
    if (only) this.cases.set(only, cases)
    this.budget.spend(
      at,
      cases.reduce((sum, literals) => sum + 16 * literals.length, 0),
    )
    return cases
  }

  /** The literals, at least one, as the condition of an instruction. */
  conditionOf(at: SourceLocation, literals: Case): Condition {
    this.budget.spend(at, literals.length)
    const condition = this.asked.get(literals) ?? conditionOf(literals)
    this.asked.set(literals, condition)
    return condition
  }
}

function conditionOf(literals: Case): Condition {
  const [first, ...rest] = literals
  if (rest.length === 0) return { clbit: first!.cell, value: first!.value }
  return { clbits: literals.map(({ cell }) => cell), value: valueOfBits(literals.map(({ value }) => value)) }
}
