/** The long work of jobs as tasks for a thread (main/worker): JSON and typed arrays in and out. */
import type { Target } from '../../circuits/transpile/model/target'
import { transpile } from '../../circuits/transpile/transpile'
import type { CalibrationSnapshot, DeviceProfile } from '../../contract/calibration/snapshot'
import type { Circuit } from '../../contract/jobs'
import { type PackedOutcomes, toJson } from '../../simulation/model/counts'
import { encodeExact, encodeIdeal, encodeNoisy, type RunShape } from '../../simulation/encode-job'
import { factsOf } from '../../simulation/circuit-facts'
import { circuitFigures } from '../../simulation/noise/calibration'
import { noisyTrajectories } from '../../simulation/noise/trajectory-program'
import { createPace } from '../../simulation/pace'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { nativeSeconds } from '../../simulation/trajectories/cost'
import { type ExactTime, exactTimeOf } from './trajectory-time'
import type { BitPlanes } from '../model/executor'
import { fittedOf } from '../fitted'
import { type Json, parsed } from '../json'
import { outcomesOf } from './outcome-table'
import { agreeing, bitstrings, drawShots, packPlanes } from './b8-shots'
import type { FittedJson } from '../simulated'

/** Single shots: as they were executed, packed or in planes, else drawn from the counts (JSON). */
export interface ShotsInput {
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

const jsonOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

export const jobTasks = {
  facts: ({ json }: { readonly json: Json }) => factsOf(parsed<Circuit>(json)),
  encodeIdeal: ({ json, ...shape }: { readonly json: Json } & RunShape) => encodeIdeal(parsed<Circuit>(json), shape),
  encodeNoisy: ({ json, profile, snapshot }: NoisyInput) => encodeNoisy(parsed<Circuit>(json), profile, snapshot),
  encodeExact: ({ json, profile, snapshot, ...shape }: NoisyInput & RunShape) =>
    encodeExact(parsed<Circuit>(json), circuitFigures(profile, snapshot), shape),
  /** How long a noisy circuit takes by trajectories, and most shots that stay within `most_s`, if fewer. */
  exactTime: ({ json, profile, snapshot, shots, most_s }: ExactTimeInput): ExactTime => {
    const program = noisyTrajectories(parsed<Circuit>(json), circuitFigures(profile, snapshot))
    return exactTimeOf(count => nativeSeconds(program, count), shots, most_s)
  },
  transpile: ({ json, target }: { readonly json: Json; readonly target: Target }): FittedJson => {
    const source = parsed<Circuit>(json)
    const transpiled = fittedOf(transpile(source, target), source)
    return { transpiled: jsonOf(transpiled), circuit: jsonOf(transpiled.circuit) }
  },
  /** JSON of the counts. */
  counts: (packed: PackedOutcomes): Promise<Uint8Array> => toJson(packed, createPace()),
  shots,
  /** The repeated shots in b8, if they are those that were counted; else null. */
  agreeing: async ({ repeated, counts, clbits }: AgreeingInput) => agreeing(repeated, await outcomesOf(counts, clbits)),
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
