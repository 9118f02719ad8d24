/**
 * Signs that frames leave to their noiseless reference run, for an engine that holds the state itself: which Paulis stand
 * where in a program, so that it prepares the cardinal state it is named after and not the one of opposite sign.
 */
import type { CardinalState } from '../../contract/model/protocols'
import type { FrameProgram } from '../program/frame'
import { localQubits } from '../program/noisy-ops'
import { type Prepared, preparedState, prepareGate } from '../program/product-state'
import { gatesTo } from '../program/transversal-gates'
import { planeLayout } from '../schedule/plane-layout'
import { verifiedOps } from '../spam/verified-preparation'
import { experimentPlanes, type MemoryExperiment } from './memory'

/** The same Pauli on each of `qubits`, before op `at` of a frame program. */
export interface Sign {
  readonly at: number
  readonly pauli: 'X' | 'Y' | 'Z'
  readonly qubits: readonly number[]
}

/** A frame program with the signs that frames leave to the reference. */
export interface SignedProgram {
  readonly program: FrameProgram
  readonly signs: readonly Sign[]
}

/** The Pauli on each data qubit that turns the eigenstate of eigenvalue +1, which `preparedState` makes, into the state. */
const SIGN_OF: Readonly<Record<CardinalState, 'I' | 'X' | 'Z'>> = {
  '0': 'I',
  '1': 'X',
  '+': 'I',
  '-': 'Z',
  i: 'I',
  '-i': 'Z',
}

const signed = (at: number, pauli: 'I' | 'X' | 'Y' | 'Z', qubits: readonly number[]): Sign[] =>
  pauli === 'I' ? [] : [{ at, pauli, qubits }]

/** Signs of `memoryProgram` at the end of its preparation; they are part of the preparing gate, whose noise they commute with. */
export function memorySigns(experiment: MemoryExperiment): readonly Sign[] {
  const { compiled, preparation, state, rates, mode, rounds, protocol, closing } = experiment
  const { local } = localQubits(compiled)
  const data = compiled.layout.data.map(local)
  if (!preparation) return signed(preparedState(experiment satisfies Prepared, local).length, SIGN_OF[state], data)
  const planes = experimentPlanes(planeLayout(mode, { rounds, protocol, closing }), experiment)
  const { length } = verifiedOps(preparation, state, { local, rates, planes })
  return signed(length, gatesTo(state).pauli, data)
}

/** Signs of `baselineProgram`. */
export const baselineSigns = (state: CardinalState): readonly Sign[] =>
  signed(1 + prepareGate(0, state, 0).length, SIGN_OF[state], [0])
