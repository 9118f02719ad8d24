/** Circuits: instructions on qubits and classical bits, with conditions. */
import { z } from 'zod'

/** Run only if a classical bit holds `value` at that moment; bits never written hold 0. */
export const BitCondition = z.strictObject({ clbit: z.int().min(0), value: z.union([z.literal(0), z.literal(1)]) })

/** Decimal digits without leading zeros. */
export const conditionDigits = /^(?:0|[1-9][0-9]*)$/

/** Digits of 2^10,000, as many bits as a circuit may have. */
const MAX_DIGITS = 3_011

/**
 * Run only if every bit agrees: bit i of `value` is what `clbits[i]` must hold (OpenQASM's `if (c == n)`). JSON numbers are
 * exact up to 2^53 - 1; a greater value is a string of its decimal digits.
 */
export const RegisterCondition = z.strictObject({
  clbits: z.array(z.int().min(0)).min(2).max(10_000),
  value: z.union([z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.string().max(MAX_DIGITS).regex(conditionDigits)], {
    error: 'expected an integer from 0 to 2^53 - 1, or a greater one as a string of its decimal digits',
  }),
})

export const Condition = z.union([BitCondition, RegisterCondition])
export type Condition = z.infer<typeof Condition>

/** Most iterations of a loop. */
export const MAX_ITERATIONS = 10_000

/**
 * A gate, measurement, reset or barrier, or the beginning (`while`, `until`) or end (`end`) of a loop, which has no qubits.
 * `while` runs its body as long as the condition holds before an iteration, `until` as long as it does not.
 */
export const Instruction = z.strictObject({
  name: z.string().min(1).max(32),
  /** Controls first, target last; a barrier takes any number. */
  qubits: z.array(z.int().min(0)).max(10_000),
  clbits: z.array(z.int().min(0)).max(64).optional(),
  /** Angles in radians, in the order of the gate table. */
  params: z.array(z.number()).max(8).optional(),
  condition: Condition.optional(),
  /** Bound of while and until loops; 100 where it is left out. Shots that need more iterations are not counted but reported. */
  max_iterations: z.int().min(1).max(MAX_ITERATIONS).optional(),
})
export type Instruction = z.infer<typeof Instruction>

type NamedInstruction = Pick<Instruction, 'name'>

export const beginsLoop = ({ name }: NamedInstruction): boolean => name === 'while' || name === 'until'
/** Whether it begins or ends a loop. */
export const isLoopMark = (instruction: NamedInstruction): boolean =>
  beginsLoop(instruction) || instruction.name === 'end'

export const MAX_INSTRUCTIONS = 1_000_000

/** A named stretch of the circuit's qubits or classical bits; registers of a kind follow each other from index 0. */
export const Register = z.strictObject({
  name: z.string().min(1).max(256),
  kind: z.enum(['qubit', 'bit']),
  size: z.int().min(1).max(10_000),
})
export type Register = z.infer<typeof Register>

export const Circuit = z.strictObject({
  num_qubits: z.int().min(1).max(10_000),
  /** Classical bits; without it, one more than the highest in use. */
  num_clbits: z.int().min(0).max(10_000).optional(),
  /**
   * How many of the classical bits, from bit 0 on, are the result; without it, all. The others only decide what happens in the
   * circuit, and are in no counts, memory or bytes of a job. A register is in the result as a whole or not at all.
   */
  result_clbits: z.int().min(0).max(10_000).optional(),
  /**
   * Qubit n is qubit n of the device (OpenQASM's `$n`): no layout is chosen, swap gates are executed, and SWAPs are inserted for
   * routing only if `options.routing` says so. Such qubits have no registers.
   */
  physical_qubits: z.literal(true).optional(),
  /** Names for export and display alone; without them, `q` and `c`. */
  registers: z.array(Register).max(20_000).optional(),
  instructions: z.array(Instruction).max(MAX_INSTRUCTIONS),
})
export type Circuit = z.infer<typeof Circuit>

/** Characters of one expression. */
export const MAX_EXPRESSION = 1_000

/**
 * Radians: a number, or an expression of numbers, parameters, pi, + - * / ^, parentheses and sin, cos, tan, sqrt, exp, ln,
 * arcsin, arccos, arctan, such as `theta / 2 + pi`. `angle(x)` is x reduced to a turn, from 0 to 2 pi; `angle[8](x)` the nearest
 * multiple of 2 pi / 2^8 of that; `int[8](x)` and `uint[8](x)` require x to be a whole number of 8 bits; a row with another value
 * is refused.
 */
export const Angle = z.union([z.number(), z.string().min(1).max(MAX_EXPRESSION)], {
  error: 'expected radians: a number, or an expression of parameters such as "theta / 2"',
})
export type Angle = z.infer<typeof Angle>

/** As `Instruction`, with angles that parameters decide. */
export const ParametricInstruction = Instruction.extend({ params: z.array(Angle).max(8).optional() })
export type ParametricInstruction = z.infer<typeof ParametricInstruction>

/** A circuit for a whole table of parameters; one without expressions is a `Circuit`. */
export const ParametricCircuit = Circuit.extend({ instructions: z.array(ParametricInstruction).max(MAX_INSTRUCTIONS) })
export type ParametricCircuit = z.infer<typeof ParametricCircuit>
