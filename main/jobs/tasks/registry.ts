/** The long work of jobs as tasks for a thread (main/worker): JSON and typed arrays in and out. */
import type { Target } from '../../circuits/transpile/model/target'
import { transpile } from '../../circuits/transpile/transpile'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { Circuit } from '../../contract/jobs/circuit'
import { factsOf } from '../../simulation/circuit-facts'
import { encodeExact, encodeIdeal, encodeNoisy, type RunShape } from '../../simulation/encode-job'
import { type SlotCounts, toJson } from '../../simulation/model/counts'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { createYielder } from '../../simulation/model/yield'
import { noiseParametersOf } from '../../simulation/noise/calibration'
import { noisyTrajectoryProgram } from '../../simulation/noise/trajectory-program'
import { nativeSecondsEstimate } from '../../simulation/trajectories/cost'
import type { Checkpoint } from '../../worker/checkpoint'
import { type Json, jsonBytes, parsed } from '../../worker/json'
import type { BitPlanes } from '../model/executor'
import { bitstrings, drawShots, matchingShots, packPlanes } from './b8-shots'
import { outcomesOf, padBitstrings } from './outcome-table'
import { type TrajectoryTime, trajectoryTime } from './trajectory-time'
import { type TranspiledJson, transpiledOf } from './transpiled'

/** Single shots: as they were executed, packed or in planes, else drawn from the counts (JSON). */
interface ShotsInput {
  readonly planes: BitPlanes | null
  readonly packed: Uint8Array | null
  readonly counts: Json
  readonly clbits: number
  readonly shots: number
  readonly seed: number
}

async function shots({ planes, packed, counts, clbits, seed }: ShotsInput): Promise<Uint8Array> {
  if (packed) return packed
  return planes ? packPlanes(planes, clbits) : drawShots(await outcomesOf(counts, clbits), seed)
}

export const jobTasks = {
  facts: ({ json }: { readonly json: Json }) => factsOf(parsed<Circuit>(json)),
  encodeIdeal: ({ json, ...shape }: { readonly json: Json } & RunShape) => encodeIdeal(parsed<Circuit>(json), shape),
  encodeNoisy: ({ json, profile, snapshot }: NoisyInput) => encodeNoisy(parsed<Circuit>(json), profile, snapshot),
  encodeExact: ({ json, profile, snapshot, ...shape }: NoisyInput & RunShape) =>
    encodeExact(parsed<Circuit>(json), noiseParametersOf(profile, snapshot), shape),
  /** How long a noisy circuit takes by trajectories, and most shots that stay within `most_s`, if fewer. */
  exactTime: ({ json, profile, snapshot, shots, most_s }: ExactTimeInput): TrajectoryTime => {
    const program = noisyTrajectoryProgram(parsed<Circuit>(json), noiseParametersOf(profile, snapshot))
    return trajectoryTime(count => nativeSecondsEstimate(program, count), shots, most_s)
  },
  transpile(
    { json, target }: { readonly json: Json; readonly target: Target },
    _host: unknown,
    _signal: AbortSignal,
    checkpoint: Checkpoint,
  ): TranspiledJson {
    const source = parsed<Circuit>(json)
    const transpiled = transpiledOf(transpile(source, target, { checkpoint }), source)
    return { transpiled: jsonBytes(transpiled), circuit: jsonBytes(transpiled.circuit) }
  },
  /** JSON of the counts. */
  counts: (packed: SlotCounts): Promise<Uint8Array> => toJson(packed, createYielder()),
  /** The counts of an earlier version with leading zeros in their bitstrings. */
  widen: ({ counts, missing }: { readonly counts: Json; readonly missing: number }) => padBitstrings(counts, missing),
  shots,
  /** The repeated shots in b8, if they are those that were counted; else null. */
  agreeing: async ({ repeated, counts, clbits }: AgreeingInput) =>
    matchingShots(repeated, await outcomesOf(counts, clbits)),
  /** JSON of the bitstrings of all shots. */
  memory: async (input: ShotsInput): Promise<Uint8Array> => bitstrings(await shots(input), input.clbits, input.shots),
}
export type JobTasks = typeof jobTasks

interface AgreeingInput {
  readonly repeated: PackedShots
  readonly counts: Json
  readonly clbits: number
}

interface ExactTimeInput extends NoisyInput {
  readonly shots: number
  readonly most_s: number
}

interface NoisyInput {
  readonly json: Json
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
}
