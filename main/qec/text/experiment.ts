/** A compiled memory experiment as text: preparation, rounds, readout, and what the bits mean. */
import { LOGICAL_OF, readoutFor } from '../code/logical-readout'
import { type MemoryExperiment, memoryProgram } from '../experiment/memory'
import { memorySigns } from '../experiment/reference-signs'
import { type FaultRates, NOISELESS } from '../noise/rates'
import { annotationsOf } from './detectors'
import { headOf } from './header'
import { openqasmText } from './openqasm'
import { stimText } from './stim'
import { signed } from './unconditional-path'

export interface TextExperiment extends Omit<MemoryExperiment, 'rates' | 'readout'> {
  /** null for noiseless rounds. */
  readonly rates: FaultRates | null
  /** Lines for the head: where the schedule and the noise come from. */
  readonly about: readonly string[]
}

/**
 * OpenQASM 3 says every condition and no noise. Stim says the noise and no condition: its text is the path of a shot that
 * needs one attempt and triggers nothing, and says which detectors leave it.
 */
export function roundsText(format: 'stim' | 'openqasm3', { about, rates, ...given }: TextExperiment): string {
  const readout = readoutFor(LOGICAL_OF[given.state].logical)
  const experiment: MemoryExperiment = { ...given, rates: rates ?? NOISELESS, readout }
  const program = memoryProgram(experiment)
  const ops = signed(program, memorySigns(experiment))
  const head = headOf(format, experiment, about)
  return format === 'stim' ? stimText(ops, head, annotationsOf(experiment)) : openqasmText({ ...program, ops }, head)
}
