import type { SequencerProgram } from '../program/program'
import { compileMemory } from './memory'
import type { Memory, MemoryOptions } from './memory-writer'
import { type NoiselessState, referenceOf } from './reference'

/** A program with the outcomes that its recorded bits are told relative to, one for each slot. */
export interface ReferencedProgram {
  readonly program: SequencerProgram
  readonly reference: Uint8Array
}

/**
 * Compiled twice: decisions look at what differs from the noiseless outcomes, and these are known once the gates are. Throws
 * SequencerError as `compileMemory` does.
 */
export function compileReferenced(
  memory: Memory,
  options: MemoryOptions,
  state: (qubits: number) => NoiselessState,
): ReferencedProgram {
  const first = compileMemory(memory, options)
  const reference = referenceOf(first, state)
  if (!reference.some(bit => bit === 1)) return { program: first, reference }
  const expected = (slot: number) => reference[slot] as 0 | 1
  return { program: compileMemory(memory, { ...options, expected }), reference }
}
