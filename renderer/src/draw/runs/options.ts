/** What the options of a run mean, in words short enough for a list. Order is that of the contract. */
import { PROTOCOLS, type Protocol, type RunReadout } from '../../../../main/contract/model/protocols'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { RunRequest } from '../../../../main/contract/runs/request'

/** Protocols that the module's device offers; all of them for modules of earlier versions, which do not say. */
export const offeredProtocols = ({ protocols }: Pick<ResolvedModule, 'protocols'>): readonly Protocol[] =>
  protocols ?? PROTOCOLS

type OptionText<T extends string> = Readonly<Record<T, string>>

export const DECODER_TEXT: OptionText<RunRequest['decoder']> = {
  'flag-lut': 'flag-lut: exact lookup of single faults',
  'flag-map': 'flag-map: posterior over pairs of faults, calibrated rates',
}
export const PROTOCOL_TEXT: OptionText<Protocol> = {
  adaptive: 'adaptive: a trigger repeats the extraction unflagged',
  'cyclic-window': 'cyclic-window: nothing is decided between the rounds',
}
export const PREPARATION_TEXT: OptionText<RunRequest['preparation']> = {
  verified: 'verified: flagged checks until all are trivial',
  projective: 'projective: one flagged pass, not fault tolerant',
}
export const READOUT_TEXT: OptionText<RunReadout> = {
  checked: 'checked: product readout with one stabilizer check',
  'fault-tolerant': 'fault-tolerant: repeated flagged logical measurement',
}
/** Choices of the readout in the form of a run; `predicted` asks for none. */
export const READOUT_CHOICES: OptionText<RunReadout | 'predicted'> = {
  predicted: 'by prediction: the one that errs less often',
  ...READOUT_TEXT,
}
export const DD_TEXT: OptionText<Exclude<RunRequest['dd'], false> | 'none'> = {
  none: 'none',
  x2: 'x2: two π pulses in each idle window',
  xy4: 'xy4: four π pulses about X and Y',
  cpmg: 'cpmg: four π pulses about Y',
}
export const ENGINE_TEXT: OptionText<RunRequest['engine']> = {
  frames: 'frames: Pauli-twirled noise, fast',
  trajectories: 'trajectories: exact amplitude damping, slower',
}

/** What each engine simulates, in one or two sentences. */
export const ENGINE_NOTES: OptionText<RunRequest['engine']> = {
  frames: 'Idle qubits get the Pauli twirl of their decay.',
  trajectories:
    'Idle qubits decay with T1 and T2 towards |0⟩. Minutes instead of seconds; no decoupling. Gates, readout and ' +
    'reset err as with frames. The service refuses what would take too long and says what would not.',
}

/** How the readout is chosen, and that the preparation is not. */
export const READOUT_NOTE =
  'By prediction: the readout with the smaller predicted error of preparation and readout together, waiting, decisions and resets ' +
  'included; both errors stand under Predicted. The preparation is verified, the only fault-tolerant one, unless you ' +
  'choose projective.'

const DECAY_TEXT: OptionText<NonNullable<RunRecord['decay']>> = {
  exact: 'exact: amplitude damping and dephasing while a qubit waits',
  twirled: 'twirled: the Paulis that decay amounts to on average',
}

/** Decay model of a record; the oldest records do not name it, and were sampled with frames. */
export const decayText = ({ decay = 'twirled' }: Pick<RunRecord, 'decay'>): string => DECAY_TEXT[decay]
