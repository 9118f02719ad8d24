/** Writes loops out iteration by iteration under conditions, for engines that execute a list of instructions. */
import { beginsLoop, type Circuit, type Condition, type Instruction, isLoopMark } from '../../contract/jobs/circuit'
import { clbitsOf, conditionBits } from './classical-bits'
import { valueBits, valueOfBits } from './condition-value'
import { hasLoops, maxIterationsOf } from './loops'

/** Sets a classical bit to `params[0]`, at once and without noise. Only engines know it; circuits of callers cannot have it. */
export const STORE = 'store'
/** All qubits in use wait for each other, and their decay meanwhile is under the condition of the iteration. */
export const SYNC = 'sync'

export interface UnrolledInstruction extends Instruction {
  /** For an instruction in a loop: the bit that is 1 in the shots that execute this iteration. Only in those does time pass. */
  readonly iterationBit?: number
}

/** Classical bits that the loops need, behind those of the circuit. */
export interface LoopBits {
  /** How many classical bits the circuit itself has. */
  readonly shown: number
  /** The bit that is 1 in shots in which a loop was left at its bound, so that what they measured is not the circuit's. */
  readonly unfinished: number
}

export interface UnrolledCircuit {
  /** Without loops, and with `store` and `sync` where there were some. */
  readonly circuit: Circuit & { readonly instructions: readonly UnrolledInstruction[] }
  /** null where there were no loops. */
  readonly loops: LoopBits | null
}

interface Guard {
  readonly clbits: readonly number[]
  readonly values: readonly (0 | 1)[]
}

const guardOf = (condition: Condition | undefined): Guard => {
  const clbits = conditionBits(condition)
  return { clbits, values: condition ? valueBits(condition.value, clbits.length) : [] }
}

/** The condition that the flag (null: none) is 1 and the guard holds; undefined where there is nothing to hold. */
function both(flag: number | null, { clbits, values }: Guard): Condition | undefined {
  const all = flag === null ? clbits : [flag, ...clbits]
  const [first] = all
  if (first === undefined) return undefined
  const wanted = flag === null ? values : ([1, ...values] as const)
  if (all.length === 1) return { clbit: first, value: wanted[0]! }
  return { clbits: [...all], value: valueOfBits(wanted) }
}

const store = (clbit: number, value: 0 | 1, condition?: Condition): Instruction => ({
  name: STORE,
  qubits: [],
  clbits: [clbit],
  params: [value],
  ...(condition ? { condition } : {}),
})

const NEVER_MORE: Guard = { clbits: [], values: [] }

/** The position of the `end` of the loop that begins at `from`. */
function endOf(instructions: readonly Instruction[], from: number): number {
  let [depth, at] = [1, from + 1]
  for (; depth > 0; at++) if (isLoopMark(instructions[at]!)) depth += beginsLoop(instructions[at]!) ? 1 : -1
  return at - 1
}

const usedQubits = (instructions: readonly Instruction[]): number[] =>
  [...new Set(instructions.flatMap(({ name, qubits }) => (name === 'barrier' ? [] : qubits)))].sort((a, b) => a - b)

class Unroller {
  readonly instructions: UnrolledInstruction[] = []
  private readonly qubits: number[]

  constructor(
    private readonly given: readonly Instruction[],
    private readonly bits: LoopBits,
  ) {
    this.qubits = usedQubits(given)
  }

  /** Instructions `from` up to `end`, where the flag (null: none) is 1. */
  run(from: number, end: number, flag: number | null): void {
    for (let at = from; at < end; at++) {
      const instruction = this.given[at]!
      if (beginsLoop(instruction)) at = this.loop(at, flag)
      else this.instructions.push(flag === null ? instruction : under(instruction, flag))
    }
  }

  /**
   * Writes a loop out and returns the position of its end. Its flag says whether an iteration is executed; it is set before it,
   * because the body may change the bits of the condition.
   */
  private loop(begin: number, outer: number | null): number {
    const [mark, end] = [this.given[begin]!, endOf(this.given, begin)]
    const flag = outer === null ? this.bits.unfinished + 1 : outer + 1
    this.sync(outer)
    for (let iteration = 0; iteration < maxIterationsOf(mark); iteration++) {
      this.look(mark, flag, outer)
      this.run(begin + 1, end, flag)
      this.sync(flag)
    }
    this.look(mark, flag, outer)
    this.instructions.push(store(this.bits.unfinished, 1, both(flag, NEVER_MORE)))
    return end
  }

  private sync(iterationBit: number | null): void {
    this.instructions.push({ name: SYNC, qubits: this.qubits, ...(iterationBit === null ? {} : { iterationBit }) })
  }

  private look({ name, condition }: Instruction, flag: number, outer: number | null): void {
    const guard = guardOf(condition)
    if (name === 'while') this.instructions.push(store(flag, 0), store(flag, 1, both(outer, guard)))
    else
      this.instructions.push(store(flag, 0), store(flag, 1, both(outer, NEVER_MORE)), store(flag, 0, both(null, guard)))
  }
}

const under = (instruction: Instruction, iterationBit: number): UnrolledInstruction =>
  instruction.name === 'barrier'
    ? instruction
    : { ...instruction, condition: both(iterationBit, guardOf(instruction.condition))!, iterationBit }

/**
 * The circuit with each loop written out as often as it may run, under conditions that skip the iterations that a shot does not reach.
 * Requires a valid circuit (`validate.ts`), which unrolls to at most MAX_INSTRUCTIONS.
 */
export function unrollLoops(circuit: Circuit): UnrolledCircuit {
  if (!hasLoops(circuit)) return { circuit, loops: null }
  const shown = clbitsOf(circuit)
  const unroller = new Unroller(circuit.instructions, { shown, unfinished: shown })
  unroller.run(0, circuit.instructions.length, null)
  const { num_qubits, physical_qubits } = circuit
  return {
    circuit: { num_qubits, ...(physical_qubits && { physical_qubits }), instructions: unroller.instructions },
    loops: { shown, unfinished: shown },
  }
}
