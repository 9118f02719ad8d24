/** The physical baseline: one qubit that only waits, for as long as the encoded one is corrected. */
import type { CardinalState } from '../contract/runs'
import type { FrameProgram } from './frame'
import { basisGate, prepareGate } from './memory'
import type { FaultRates } from './rates'
import { LOGICAL_OF } from './readout'
import { idleFor } from './sites'

/** Text of the record. Conditional repeats lengthen a triggered round of the encoded run; the baseline does not wait for them. */
export const baselineDefinition = (round_duration_ns: number): string =>
  `A single physical qubit idling for exactly T_round × rounds (T_round = ${round_duration_ns} ns, the flagged round ` +
  'as compiled; conditional repeats not included), prepared in the same states by reset and one single-qubit gate, ' +
  'turned back by one gate and read out through the same measurement chain; run on every physical qubit of the ' +
  'chiplet that has figures, errors per T_round, the mean over the bases of the states. Reported against the best qubit (smallest ' +
  'error) and the median qubit (lower median) of the chiplet.'

/** Bit 0 says whether the qubit was read back wrong. */
export function baselineProgram(
  site: number,
  state: CardinalState,
  duration_ns: number,
  rates: FaultRates,
): FrameProgram {
  const p = rates.single(site)
  return {
    qubits: 1,
    bits: 1,
    registers: 0,
    inputs: 0,
    ops: [
      { op: 'reset', q: 0, flip: rates.reset(site) },
      ...prepareGate(0, state, p),
      ...idleFor(0, site, duration_ns, rates),
      ...basisGate(0, LOGICAL_OF[state].letter, p),
      { op: 'measure', q: 0, bit: 0, flip: rates.readout(site) },
    ],
  }
}

/** Position of the lower median in n ranked values. */
export const lowerMedian = (n: number): number => Math.floor((n - 1) / 2)
