/** The preparation of the encoded state, and the single-qubit gates that prepare and read the letters. */
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF } from '../code/logical-readout'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import type { FrameOp } from './frame'
import { depolarize, type LocalQubit } from './noisy-ops'

export const ENCODING_METHOD =
  'projective: all five data qubits in the product eigenstate of the logical Pauli, then one flagged pass (round 0) ' +
  'whose outcomes become the reference syndrome. Not fault tolerant: a fault before or during round 0 may pass as a ' +
  'logical error, which the SPAM factor A of the decay fit absorbs and a run with one number of rounds counts in.'

export interface Prepared {
  readonly compiled: CompiledRound
  readonly rates: FaultRates
  readonly state: CardinalState
}

/** From |0> into an eigenstate of the letter; the noiseless reference carries its sign, so both signs read alike. */
export function preparedState({ compiled, rates, state }: Prepared, local: LocalQubit): FrameOp[] {
  return compiled.layout.data.flatMap(site => [
    { op: 'reset', q: local(site), flip: rates.reset(site) } as const,
    ...prepareGate(local(site), state, rates.single(site)),
  ])
}

/**
 * One single-qubit gate takes |0> to the state, up to the sign that the noiseless reference carries; none is needed for
 * |0>.
 */
export function prepareGate(q: number, state: CardinalState, p: number): FrameOp[] {
  if (state === '0') return []
  const turn: Record<'X' | 'Y' | 'Z', FrameOp[]> = {
    X: [{ op: 'h', q }],
    Y: [
      { op: 'h', q },
      { op: 's', q },
    ],
    Z: [],
  }
  return [...turn[LOGICAL_OF[state].letter], ...depolarize(q, p)]
}

/** One single-qubit gate takes the letter's eigenstates to those of Z; none is needed for Z. */
export function basisGate(q: number, letter: string, p: number): FrameOp[] {
  if (letter === 'Z') return []
  return [...(letter === 'Y' ? [{ op: 's', q, inverse: true } as const] : []), { op: 'h', q }, ...depolarize(q, p)]
}
