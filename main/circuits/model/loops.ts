/**
 * Loops that measurements decide: `while` and `until` begin a loop, `end` ends it, and its body is between them. A loop reads its
 * condition before each iteration: `while` goes on as long as it holds, `until` as long as it does not.
 */
import { beginsLoop, isLoopMark, MAX_INSTRUCTIONS, type ParametricInstruction } from '../../contract/jobs/circuit'
import type { Fault } from '../../contract/model/errors'

/** Most iterations of a loop without `max_iterations`. */
export const DEFAULT_MAX_ITERATIONS = 100
/** Depth to which loops can be nested. */
const MAX_LOOP_NESTING = 8
/** Most instructions that `unroll.ts` adds to the body in each iteration, and once for each loop. */
const STEPS_PER_ITERATION = 4
const STEPS_PER_LOOP = 5

export const maxIterationsOf = ({
  max_iterations = DEFAULT_MAX_ITERATIONS,
}: Pick<ParametricInstruction, 'max_iterations'>) => max_iterations

export const hasLoops = ({
  instructions,
}: {
  readonly instructions: readonly Pick<ParametricInstruction, 'name'>[]
}): boolean => instructions.some(isLoopMark)

/** Most instructions of the circuit with its loops unrolled; Infinity beyond the range of a double. Requires `loopFaults` empty. */
export function unrolledLength(instructions: readonly ParametricInstruction[]): number {
  const lengths = [0]
  const bounds: number[] = []
  for (const instruction of instructions) {
    if (beginsLoop(instruction)) {
      lengths.push(0)
      bounds.push(maxIterationsOf(instruction))
    } else if (instruction.name === 'end') {
      const body = lengths.pop()!
      lengths[lengths.length - 1]! += bounds.pop()! * (body + STEPS_PER_ITERATION) + STEPS_PER_LOOP
    } else lengths[lengths.length - 1]! += 1
  }
  return lengths[0]!
}

/** What a loop mark must and must not have. */
function markFaults(
  { name, qubits, clbits = [], params = [], condition, max_iterations }: ParametricInstruction,
  at: string,
): Fault[] {
  const empty = { qubits, clbits, params }
  const faults: Fault[] = Object.entries(empty).flatMap(([field, list]) =>
    list.length > 0 ? [{ pointer: `${at}/${field}`, message: `${name} takes no ${field} of its own` }] : [],
  )
  if (name === 'end' && condition)
    faults.push({ pointer: `${at}/condition`, message: 'an end takes no condition: put it on the while or until' })
  if (name === 'end' && max_iterations !== undefined)
    faults.push({
      pointer: `${at}/max_iterations`,
      message: 'an end takes no max_iterations: put it on the while or until',
    })
  if (name !== 'end' && !condition)
    faults.push({ pointer: `${at}/condition`, message: `${name} needs a condition, such as {"clbit": 0, "value": 0}` })
  return faults
}

/** Faults of loops: each needs its end, none may be nested too deep, and all must unroll to no more than MAX_INSTRUCTIONS. */
export function loopFaults(instructions: readonly ParametricInstruction[], base: string): Fault[] {
  const open: number[] = []
  const faults: Fault[] = []
  for (const [index, instruction] of instructions.entries()) {
    const at = `${base}/instructions/${index}`
    if (!isLoopMark(instruction)) {
      if (instruction.max_iterations !== undefined)
        faults.push({ pointer: `${at}/max_iterations`, message: 'only while and until have max_iterations' })
      continue
    }
    faults.push(...markFaults(instruction, at))
    if (beginsLoop(instruction)) open.push(index)
    else if (open.pop() === undefined)
      faults.push({
        pointer: at,
        message: 'no loop is open here: take this end away, or put a while or until before it',
      })
    if (open.length > MAX_LOOP_NESTING)
      faults.push({ pointer: at, message: `loops can be nested at most ${MAX_LOOP_NESTING} deep` })
  }
  for (const index of open)
    faults.push({
      pointer: `${base}/instructions/${index}`,
      message: 'this loop has no end: add {"name": "end", "qubits": []}',
    })
  return faults.length > 0 ? faults : lengthFaults(instructions, base)
}

function lengthFaults(instructions: readonly ParametricInstruction[], base: string): Fault[] {
  const first = instructions.findIndex(beginsLoop)
  const length = first === -1 ? 0 : unrolledLength(instructions)
  if (length <= MAX_INSTRUCTIONS) return []
  const message = `the loops unroll to ${length} instructions, more than ${MAX_INSTRUCTIONS}: lower max_iterations (${DEFAULT_MAX_ITERATIONS} where it is left out)`
  return [{ pointer: `${base}/instructions/${first}/max_iterations`, message }]
}
