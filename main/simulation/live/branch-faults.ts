/** Faults that prevent an exact calculation along all branches, found by following them. */
import { hasLoops } from '../../circuits/model/loops'
import type { Circuit } from '../../contract/jobs/circuit'
import { AppError, type Fault } from '../../contract/model/errors'
import { branchedValues } from './branch-values'

/** Amplitudes of all branches, and amplitudes times instructions, that are always within the limits of `evolve`. */
const FEW_AMPLITUDES = 2 ** 16
const FEW_PASSES = 2 ** 27

/** Whether the circuit has no loops and so few qubits, outcomes and instructions that `evolve` does not refuse it. */
export function isFollowed(circuit: Circuit): boolean {
  const { instructions } = circuit
  const acting = instructions.filter(({ name }) => name !== 'barrier')
  const outcomes = acting.filter(({ name }) => name === 'measure' || name === 'reset').flatMap(({ qubits }) => qubits)
  const used = new Set(acting.flatMap(({ qubits }) => qubits)).size
  const amplitudes = 2 ** (used + outcomes.length)
  return !hasLoops(circuit) && amplitudes <= FEW_AMPLITUDES && amplitudes * instructions.length <= FEW_PASSES
}

/** Faults of a valid circuit; pointers are below `at`. Cost as `evolve`: at most a second or two. */
export function branchFaults(circuit: Circuit, at: string, checkpoint: () => void): Fault[] {
  try {
    if (branchedValues(circuit, [], checkpoint).unfinished < 1) return []
    const message = 'no branch of the circuit ends its loops within max_iterations: raise it'
    return [{ pointer: `${at}/instructions`, message }]
  } catch (error) {
    if (!(error instanceof AppError) || error.faults.length === 0) throw error
    return error.faults.map(({ pointer, message }) => ({
      pointer: pointer.replace(/^\/circuit(?=\/)/, at),
      message: `${message.replace(/:.*$/s, '')}: measure or reset fewer qubits before it, or leave out exact and give shots`,
    }))
  }
}
