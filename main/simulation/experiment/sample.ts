/**
 * The error-correction experiment with decay as it is: the state itself through quantum trajectories, where the frame
 * sampler has Pauli-twirled idle windows. Bits mean the same in both, so the same decoders read them. Gate, readout and
 * reset errors are the same Paulis and flips in both; windows with decoupling pulses in them stay twirled.
 */
import { AppError } from '../../contract/model/errors'
import type { SignedProgram } from '../../qec/experiment/reference-signs'
import type { DecayModel } from '../../qec/noise/transform'
import type { BitPlanes } from '../../qec/program/frame'
import { createYielder } from '../../worker/yielder'
import { checkFrames } from '../frames/check'
import { createRandom } from '../model/random'
import type { RunOptions } from '../model/run-options'
import type { TrajectoryProgram, TrajectorySimulator } from '../model/trajectory'
import { bitPlanesOf } from './bit-planes'
import { trajectoryProgramOfFrames } from './trajectory-program'

export interface ExactOptions extends RunOptions {
  /** `exact` unless given. */
  readonly decay?: DecayModel
}

export interface ExactSampling extends ExactOptions {
  readonly shots: number
  readonly seed: bigint
}

/** Longest estimated time of one circuit; a run has several. */
export const MAX_EXACT_SECONDS = 600
/** Operations of one circuit: about 200 rounds on a star. A loop over all of them then takes at most 30 ms. */
export const MAX_EXACT_OPS = 2 ** 16

/** The engine's estimate counts amplitudes; every shot's conditions and bits come to twice that on states so small. */
const OVERHEAD_FACTOR = 3

/** XORed into the seed, so that the order of the shots is drawn independently of the engine's outcomes. */
const ORDER = 0x6f72646572n

const secondsOf = (trajectories: TrajectorySimulator, program: TrajectoryProgram, shots: number): number =>
  OVERHEAD_FACTOR * trajectories.estimateSeconds(program, shots)

/**
 * An upper estimate of the seconds that one circuit takes, by its shots. AppError `invalid_request` for one that is too
 * long.
 */
export async function secondsEstimate(
  trajectories: TrajectorySimulator,
  signed: SignedProgram,
  { decay, signal }: ExactOptions = {},
): Promise<(shots: number) => number> {
  checkLength(signed)
  const program = await trajectoryProgramOfFrames(signed, decay, createYielder({ signal }))
  return shots => secondsOf(trajectories, program, shots)
}

/**
 * Samples a frame program (`memoryProgram` with `memorySigns`, `baselineProgram` with `baselineSigns`) by trajectories.
 * Same engine, build, program, shots and seed: same bits. AppError `invalid_request` above the limits of qubits, bits,
 * operations or seconds; a program with inputs or peeks is a bug: RangeError. An aborted call rejects with the signal's
 * reason.
 */
export async function sampleByTrajectories(
  trajectories: TrajectorySimulator,
  signed: SignedProgram,
  { shots, seed, decay, ...options }: ExactSampling,
): Promise<BitPlanes> {
  checkLength(signed)
  checkFrames(signed.program, { shots, seed, inputs: [] })
  const yielder = createYielder({ signal: options.signal })
  const program = await trajectoryProgramOfFrames(signed, decay, yielder)
  checkDuration(trajectories, program, shots)
  const counts = await trajectories.countOutcomes(program, { shots, seed, ...options })
  return bitPlanesOf(counts, { planes: signed.program.bits, shots, random: createRandom(seed ^ ORDER), yielder })
}

function checkLength({ program: { ops } }: SignedProgram): void {
  if (ops.length <= MAX_EXACT_OPS) return
  const message = `Trajectories run at most ${MAX_EXACT_OPS} operations, not ${ops.length}: take fewer rounds, or the engine of frames`
  throw new AppError('invalid_request', message, { details: { operations: ops.length, max_operations: MAX_EXACT_OPS } })
}

function checkDuration(trajectories: TrajectorySimulator, program: TrajectoryProgram, shots: number): void {
  const seconds = secondsOf(trajectories, program, shots)
  if (seconds <= MAX_EXACT_SECONDS) return
  const most = Math.floor((shots * MAX_EXACT_SECONDS) / seconds)
  throw new AppError(
    'invalid_request',
    `Trajectories of ${shots} shots on ${program.qubits} qubits would take some ${Math.ceil(seconds)} s, more than ` +
      `${MAX_EXACT_SECONDS}: take at most ${most} shots, fewer rounds, or the engine of frames`,
    { details: { seconds, max_seconds: MAX_EXACT_SECONDS, max_shots: most } },
  )
}
