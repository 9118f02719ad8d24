/** How many iterations of a circuit's loops fit into a sequencer. */
import { maxIterationsOf, unrolledLength } from '../../../circuits/model/loops'
import { beginsLoop, type Circuit, isLoopMark } from '../../../contract/jobs/circuit'
import type { Fault } from '../../../contract/model/errors'
import type { SequencerProfile } from '../../../sequencer/profile/profile'

/** Minimum instructions of one line per iteration: its flag is set, decided on and read. */
const PER_ITERATION = 16
/** Maximum instructions of an unrolled circuit that is compiled only to find a bound. */
const MAX_TRIED = 20_000
/** More iterations than a loop may have. */
const UNBOUNDED = 2 ** 20

/** Iterations of all loops together; an inner loop counts once for each iteration of the outer one. */
function totalIterations({ instructions }: Circuit): number {
  let [iterations, total] = [1, 0]
  const outer: number[] = []
  for (const instruction of instructions.filter(isLoopMark))
    if (beginsLoop(instruction)) {
      outer.push(iterations)
      iterations *= maxIterationsOf(instruction)
      total += iterations
    } else iterations = outer.pop()!
  return total
}

/** Faults found without compiling, which would take long for many iterations. */
export function iterationFaults(circuit: Circuit, { instructions: limit }: SequencerProfile, at: string): Fault[] {
  const iterations = totalIterations(circuit)
  const value = iterations * PER_ITERATION
  if (value <= limit) return []
  const message = `the ${iterations} iterations that its loops may take together need ${value} instructions of a line or more, at most ${limit}`
  const remedy = 'lower max_iterations'
  return [{ pointer: `${at}/instructions`, message, exceeds: { reason: 'instructions', value, limit, remedy } }]
}

/** The circuit with at most `most` iterations of each loop. */
const bounded = (circuit: Circuit, most: number): Circuit => ({
  ...circuit,
  instructions: circuit.instructions.map(each =>
    beginsLoop(each) ? { ...each, max_iterations: Math.min(most, maxIterationsOf(each)) } : each,
  ),
})

/**
 * The largest value from 1 to `most` for which `holds` is true, by bisection; 0 where there is none. Requires that `holds`
 * is true for all smaller values, too.
 */
function largest(most: number, holds: (value: number) => boolean): number {
  let [known, above] = [0, most + 1]
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2)
    if (holds(middle)) known = middle
    else above = middle
  }
  return known
}

/** Adds to the faults the bound of the loops that would fit. `fits` compiles a circuit. */
export function withFittingBound(
  faults: readonly Fault[],
  circuit: Circuit,
  { sequencer, fits }: { readonly sequencer: SequencerProfile; readonly fits: (circuit: Circuit) => boolean },
): Fault[] {
  const highest = Math.max(...circuit.instructions.filter(beginsLoop).map(maxIterationsOf))
  const isTried = (most: number) => {
    const tried = bounded(circuit, most)
    return iterationFaults(tried, sequencer, '').length === 0 && unrolledLength(tried.instructions) <= MAX_TRIED
  }
  const bound = largest(largest(Math.min(highest, UNBOUNDED), isTried), most => fits(bounded(circuit, most)))
  const remedy =
    bound > 0 ? `set max_iterations of its loops to at most ${bound}` : 'not even one iteration of its loops fits'
  return faults.map(fault => ({
    ...fault,
    message: `${fault.message}; ${remedy}`,
    ...(fault.exceeds && { exceeds: { ...fault.exceeds, remedy } }),
  }))
}
