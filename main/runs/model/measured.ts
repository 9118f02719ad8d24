/** What a device measures of a run: programs go out, bit planes come back. */
import type { CardinalState } from '../../contract/model/protocols'
import type { MeasuredAssignment, MeasuredKind, PlayedProgram } from '../../contract/runs/machine'
import type { BatchNumbers } from '../../device/program-records'
import type { Provenance } from '../../device/provenance'
import type { BitPlanes } from '../../qec/program/frame'
import type { IqMoments } from '../../sequencer/bins/iq'
import type { PreparedText } from '../../sequencer/host/uploaded-program'
import type { SequencerProgram } from '../../sequencer/program/program'

/** The circuit that a program measures. */
export interface MeasuredCircuit {
  readonly kind: MeasuredKind
  readonly state: CardinalState
  readonly rounds: number
}

/** A program with the outcomes that its bits are relative to. */
export interface CompiledCircuit extends MeasuredCircuit {
  readonly program: SequencerProgram
  readonly reference: Uint8Array
  /** Text of the program, prepared on the run's own thread. */
  readonly prepared?: PreparedText
  /** Number among the batches of the run, for the progress display. */
  readonly numbering?: BatchNumbers
}

/** A batch on the disk. */
export interface MeasuredBatch {
  readonly planes: BitPlanes
  readonly sha256: string
  /** Moments of the IQ points used for assignment, by slot; null where the sequencer has no points. */
  readonly iq: readonly IqMoments[] | null
}

export interface MeasuredProgram {
  readonly batches: readonly MeasuredBatch[]
  readonly lost: PlayedProgram['lost']
  readonly timing: PlayedProgram['timing']
}

/** Data from the device besides the shots. */
export interface MeasuredMachine {
  readonly assignment: MeasuredAssignment[]
  readonly order: { kind: MeasuredKind; state: CardinalState; rounds: number; shots: number }[]
  readonly lost: { invalid: number; feedback_mismatch: number }
  /** Timing of the encoded rounds, program by program. */
  readonly timings: NonNullable<PlayedProgram['timing']>[]
  /** Number of batches measured so far. */
  readonly batches: number
  /** How far the run has come with them, 0..1: baselines at the wall times may follow. */
  readonly share: number
  /** Program from which the record takes idle times, decoupling and reset. */
  readonly program: SequencerProgram
}

/** Data of a record that only a device reports. */
export interface Measured extends MeasuredMachine, Provenance {}
