/** The transversal gates that turn the logical axes: the same gate on every data qubit. */
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF } from '../code/logical-readout'
import type { FrameOp } from './frame'

/** First `gates` in order, then `pauli`; one physical gate all together. */
export interface TransversalGates {
  readonly gates: readonly ('h' | 's')[]
  readonly pauli: 'I' | 'X' | 'Y' | 'Z'
}

/**
 * X→Y→Z→X, or back, maps the code to itself: S then H takes X to −Y and Z to X, H then S takes X to Z and Y to X. The
 * Pauli sets the sign; a logical Pauli is the same Pauli on all five.
 */
const TURNS: Readonly<Record<CardinalState, TransversalGates>> = {
  '-': { gates: [], pauli: 'I' },
  '+': { gates: [], pauli: 'Z' },
  i: { gates: ['s', 'h'], pauli: 'I' },
  '-i': { gates: ['s', 'h'], pauli: 'Z' },
  '1': { gates: ['h', 's'], pauli: 'I' },
  '0': { gates: ['h', 's'], pauli: 'X' },
}

/** From |−>_L to the cardinal state. */
export const gatesTo = (state: CardinalState): TransversalGates => TURNS[state]

/** Gates that map the logical Pauli of the letter to X_L, up to its sign. */
const TO_X: Readonly<Record<'X' | 'Y' | 'Z', readonly ('h' | 's')[]>> = { X: [], Y: ['h', 's'], Z: ['s', 'h'] }

export const turnToX = (state: CardinalState): readonly ('h' | 's')[] => TO_X[LOGICAL_OF[state].letter]

/** Frames do not see the Pauli: it belongs to the noiseless reference. */
export const transversalOps = ({ gates }: Pick<TransversalGates, 'gates'>, q: number): FrameOp[] =>
  gates.map(op => ({ op, q }))
