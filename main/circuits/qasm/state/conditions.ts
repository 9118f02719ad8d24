import type { Condition } from '../../../contract/jobs'
import { type Case, casesOf, type Unknown } from '../model/bits'
import { type Place, unsupported } from '../model/diagnostics'
import type { Meter } from '../meter'

/** What conditions come to as instructions can carry them. Programs repeat theirs, so each is worked out once and shared. */
export class Conditions {
  private readonly cases = new WeakMap<Unknown, readonly Case[]>()
  private readonly asked = new WeakMap<Case, Condition>()

  constructor(private readonly meter: Meter) {}

  /** The cases in which all the bits hold. */
  casesOf(at: Place, bits: readonly Unknown[]): readonly Case[] {
    const [only] = bits
    const cases =
      (bits.length === 1 && this.cases.get(only!)) || casesOf(at, bits, steps => this.meter.spend(at, steps))
    if (bits.length === 1) this.cases.set(only!, cases)
    this.meter.spend(
      at,
      cases.reduce((sum, literals) => sum + 16 * literals.length, 0),
    )
    return cases
  }

  /** The literals, at least one, as the condition of an instruction. */
  asking(at: Place, literals: Case): Condition {
    this.meter.spend(at, literals.length)
    const condition = this.asked.get(literals) ?? conditionOf(at, literals)
    this.asked.set(literals, condition)
    return condition
  }
}

function conditionOf(at: Place, literals: Case): Condition {
  const [first, ...rest] = literals
  if (rest.length === 0) return { clbit: first!.cell, value: first!.value }
  const value = literals.reduce((sum, literal, i) => sum + (literal.value === 1 ? 2 ** i : 0), 0)
  if (!Number.isSafeInteger(value)) unsupported(at, 'a condition that asks for a 1 above bit 52 of a register')
  return { clbits: literals.map(({ cell }) => cell), value }
}
