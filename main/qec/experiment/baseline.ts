/** The physical baseline: one qubit that only waits, for as long as the encoded one is corrected. */
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF } from '../code/logical-readout'
import type { FaultRates } from '../noise/rates'
import type { FrameOp, FrameProgram } from '../program/frame'
import { depolarize, idleFor } from '../program/noisy-ops'
import { basisGate, prepareGate } from '../program/product-state'
import { type DdSequence, holdsSequence, repeatedError, SEQUENCE_PULSES } from '../schedule/decoupling'

/** Options of the encoded run that the baseline may share; its definition says which of them it shares. */
export interface BaselineOptions {
  readonly dd?: DdSequence
  readonly verified_preparation?: boolean
  readonly fault_tolerant_readout?: boolean
}

/** Text of the record. Conditional repeats lengthen a triggered round of the encoded run; the baseline does not wait for them. */
export const baselineDefinition = (round_duration_ns: number, options: BaselineOptions = {}): string =>
  [
    `A single physical qubit idling for exactly T_round × rounds (T_round = ${round_duration_ns} ns, the flagged round ` +
      'as compiled, the waits for its decisions included; conditional repeats not included), prepared in the same states by reset and one single-qubit gate, ' +
      'turned back by one gate and read out through the same measurement chain; run on every physical qubit of the ' +
      'chiplet that has figures, also with 0 rounds, read out without waiting; errors per T_round, the mean over the bases of ' +
      'the states. Reported against the best qubit (smallest error in pilot shots of their own, its error from the other ' +
      'shots) and the lower median of the errors of all qubits of the chiplet.',
    ...(options.dd ? [decoupledText(options.dd)] : []),
    ...(options.verified_preparation ? [PREPARED_TEXT] : []),
    ...(options.fault_tolerant_readout ? [READ_TEXT] : []),
  ].join(' ')

const decoupledText = (dd: DdSequence): string =>
  `Dynamical decoupling as in the encoded run: one sequence ${dd} (${SEQUENCE_PULSES[dd].length} pulses) in every T_round, ` +
  'each pulse with its own error; the qubit idles for the whole time.'

const PREPARED_TEXT =
  'The time of the verified preparation, which the encoded run spends before its rounds, is not waited for.'

const READ_TEXT =
  "The encoded run reads its outcome through the ancilla's and flag's measurements, three times and on demand five times " +
  'more; the baseline reads its own qubit once.'

/** Pulses on the waiting qubit: one sequence in each of `rounds` rounds. */
interface BaselineDecoupling {
  readonly sequence: DdSequence
  readonly rounds: number
  /** Duration of the qubit's single-qubit gate. */
  readonly pulse_ns: number
}

export interface BaselineInput {
  readonly site: number
  readonly state: CardinalState
  /** Duration of the whole wait. */
  readonly duration_ns: number
  readonly rates: FaultRates
  readonly dd?: BaselineDecoupling | undefined
  /** Equal parts of the wait; the rounds of `dd` unless given, 1 without `dd`. */
  readonly rounds?: number | undefined
}

/** Bit 0 says whether the qubit was read back wrong. A qubit too slow for the sequence in T_round idles without pulses. */
export function baselineProgram({
  site,
  state,
  duration_ns,
  rates,
  dd,
  rounds = dd?.rounds ?? 1,
}: BaselineInput): FrameProgram {
  const p = rates.single(site)
  return {
    qubits: 1,
    bits: 1,
    registers: 0,
    inputs: 0,
    ops: [
      { op: 'reset', q: 0, flip: rates.reset(site) },
      ...prepareGate(0, state, p),
      ...waiting({ site, duration_ns, rates, rounds, dd }),
      ...basisGate(0, LOGICAL_OF[state].letter, p),
      { op: 'measure', q: 0, bit: 0, flip: rates.readout(site) },
    ],
  }
}

/** Pauli channels commute: the waiting of all rounds is drawn once, and so are the errors of all pulses. */
function waiting({
  site,
  duration_ns,
  rates,
  rounds,
  dd,
}: Omit<BaselineInput, 'state'> & { readonly rounds: number }): FrameOp[] {
  const every = byRounds(rates, rounds)
  const pulses = dd ? SEQUENCE_PULSES[dd.sequence].length * dd.rounds : 0
  if (!dd || !holdsSequence(duration_ns, dd.pulse_ns, pulses)) return idleFor(0, site, { duration_ns, rates: every })
  return [
    ...idleFor(0, site, { duration_ns, rates: every, refocused: true }),
    ...depolarize(0, repeatedError(rates.single(site), pulses)),
  ]
}

/**
 * With a T2 above 2·T1 the dephasing is clamped at 0, and one long wait would keep half of the phase signal for any
 * duration. Such a wait is computed as the wait of one round, repeated, which decays exponentially.
 */
const byRounds = (rates: FaultRates, rounds: number): Pick<FaultRates, 'idle'> => ({
  idle: (site, duration_ns, refocused) => {
    const whole = rates.idle(site, duration_ns, refocused)
    if (rounds <= 1) return whole
    const { px, pz } = rates.idle(site, duration_ns / rounds, refocused)
    return pz > 0 ? whole : { ...whole, pz: Math.max(0, (1 - (1 - 2 * px) ** rounds) / 2 - whole.px) }
  },
})

/** Position of the lower median in n ranked values. */
export const lowerMedian = (n: number): number => Math.floor((n - 1) / 2)
