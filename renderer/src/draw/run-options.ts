/** What the options of a run mean, in words short enough for a list. Order is that of the contract. */
import type { RunRecord } from '../../../main/contract/runs/record'
import type { RunRequest } from '../../../main/contract/model/protocols'

type Words<T extends string> = Readonly<Record<T, string>>

export const DECODER_WORDS: Words<RunRequest['decoder']> = {
  'flag-lut': 'flag-lut: exact lookup of single faults',
  'flag-map': 'flag-map: posterior over pairs of faults, calibrated rates',
}
export const PROTOCOL_WORDS: Words<RunRequest['protocol']> = {
  adaptive: 'adaptive: a trigger repeats the extraction unflagged',
  'cyclic-window': 'cyclic-window: no feedforward but one extraction at the end',
}
export const PREPARATION_WORDS: Words<RunRequest['preparation']> = {
  verified: 'verified: flagged checks until all are trivial',
  projective: 'projective: one flagged pass, not fault tolerant',
}
export const READOUT_WORDS: Words<RunRequest['readout']> = {
  checked: 'checked: product readout with one stabilizer check',
  'fault-tolerant': 'fault-tolerant: repeated flagged logical measurement',
}
export const DD_WORDS: Words<Exclude<RunRequest['dd'], false> | 'none'> = {
  none: 'none',
  x2: 'x2: two π pulses in each idle window',
  xy4: 'xy4: four π pulses about X and Y',
}
export const ENGINE_WORDS: Words<RunRequest['engine']> = {
  frames: 'frames: Pauli-twirled noise, fast',
  trajectories: 'trajectories: exact amplitude damping, slower',
}

/** What the engine means for the run, in a sentence or two. */
export const ENGINE_NOTES: Words<RunRequest['engine']> = {
  frames: 'Waiting qubits suffer the Pauli twirl of their decay.',
  trajectories:
    'Waiting qubits decay as T1 and T2 say, towards |0⟩. Minutes instead of seconds; no decoupling. Gates, readout and ' +
    'reset err as with frames. The service refuses what would take too long and says what would not.',
}

const DECAY_WORDS: Words<NonNullable<RunRecord['decay']>> = {
  exact: 'exact: amplitude damping and dephasing while a qubit waits',
  twirled: 'twirled: the Paulis that decay amounts to on average',
}

/** Of a record; the oldest do not say, and ran on frames. */
export const decayWords = ({ decay = 'twirled' }: Pick<RunRecord, 'decay'>): string => DECAY_WORDS[decay]
