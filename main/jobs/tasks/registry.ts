/** The long work of jobs as tasks for a thread (main/worker): JSON and typed arrays in and out. */
import { hasLoops } from '../../circuits/model/loops'
import { unrollLoops } from '../../circuits/model/unroll'
import type { Transpiled } from '../../circuits/transpile/model/result'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { Circuit, ParametricCircuit } from '../../contract/jobs/circuit'
import type { TranspiledCircuit } from '../../contract/jobs/circuit-job'
import type { SubmitJob } from '../../contract/jobs/submit'
import type { BitPlanes } from '../../qec/program/frame'
import { classicalPlanes } from '../../sequencer/bins/classical-bits'
import { factsOf } from '../../simulation/circuit-facts'
import { encodeNoiseless, encodeTwirled, encodeWithDecay, type RunShape } from '../../simulation/encode-job'
import { type SlotCounts, toJson } from '../../simulation/model/counts'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { noiseParametersOf } from '../../simulation/noise/calibration'
import { noisyTrajectoryProgram } from '../../simulation/noise/trajectory-program'
import { nativeSecondsEstimate } from '../../simulation/trajectories/cost'
import type { Checkpoint } from '../../worker/checkpoint'
import { type Json, jsonBytes, parsed } from '../../worker/json'
import type { TaskContext } from '../../worker/runner'
import type { CheckedCircuit } from '../model/execution'
import type { Submission } from '../model/job'
import { type TimeOfShots, timeWithin } from '../model/shots-within'
import { bitstrings, drawShots, matchingShots, packPlanes } from './b8-shots'
import {
  checkDeviceProgram,
  compiledForDevice,
  type DeviceCheck,
  type DeviceCircuit,
  type DeviceCircuitCheck,
  type DeviceProgram,
} from './device/device-program'
import { checkEstimate, type DeviceEstimate } from './device/estimate-check'
import { type FinishedPlanes, finishedPlanes } from './device/finished-planes'
import { compiledRows, type DeviceRows, type RowPrograms } from './device/row-programs'
import { estimateTasks } from './estimate-tasks'
import { countsCsv, type MarginalJson, type MarginalsInput, marginalsOf } from './marginals'
import { outcomesOf, padBitstrings } from './outcome-table'
import { submissionOf } from './submission'
import { sweepTasks } from './sweep-tasks'
import { textTasks } from './text-faults'

/** Single shots: as they were executed, packed or in planes, else drawn from the counts (JSON). */
interface ShotsInput {
  readonly planes: BitPlanes | null
  readonly packed: Uint8Array | null
  readonly counts: Json
  readonly clbits: number
  readonly shots: number
  readonly seed: number
}

function shotsOf({ planes, packed, counts, clbits, seed }: ShotsInput, checkpoint: Checkpoint): Uint8Array {
  if (packed) return packed
  if (planes) return packPlanes(planes, clbits, checkpoint)
  return drawShots(outcomesOf(counts, clbits, checkpoint), seed, checkpoint)
}

export const jobTasks = {
  ...estimateTasks,
  ...sweepTasks,
  ...textTasks,
  /** Reads a small body whose texts and tables may take long. */
  readSubmission: (body: SubmitJob, { checkpoint }: TaskContext): Submission => submissionOf(body, checkpoint),
  facts: ({ json }: { readonly json: Json }) => factsOf(parsed<Circuit>(json)),
  encodeIdeal: ({ json, ...shape }: { readonly json: Json } & RunShape) =>
    encodeNoiseless(parsed<Circuit>(json), shape),
  encodeNoisy: ({ json, profile, snapshot }: NoisyInput) => encodeTwirled(parsed<Circuit>(json), profile, snapshot),
  /** For trajectories, in which decay is exact; an expectation value that is calculated is `ExactExecutor`'s. */
  encodeExact: ({ json, profile, snapshot, ...shape }: NoisyInput & RunShape) =>
    encodeWithDecay(parsed<Circuit>(json), noiseParametersOf(profile, snapshot), shape),
  /** Seconds that a noisy circuit takes by trajectories, and the maximum shots that stay within `most_s`. */
  exactTime: ({ json, profile, snapshot, shots, most_s }: TrajectoryTimeInput): TimeOfShots => {
    const { circuit } = unrollLoops(parsed<Circuit>(json))
    const program = noisyTrajectoryProgram(circuit, noiseParametersOf(profile, snapshot))
    return timeWithin(count => nativeSecondsEstimate(program, count), shots, most_s)
  },
  /** Faults of a circuit on a backend's sequencer; `at` is its pointer. */
  checkForDevice: (input: DeviceCircuitCheck, { checkpoint }: TaskContext): DeviceCheck =>
    checkDeviceProgram(input, checkpoint),
  /** As `checkForDevice`, for every circuit of a job's estimates. */
  checkEstimateForDevice: (input: DeviceEstimate, { checkpoint }: TaskContext): CheckedCircuit =>
    checkEstimate(input, checkpoint),
  /** The program of a circuit, and JSON of the TranspiledCircuit. */
  compileForDevice(
    input: DeviceCircuit,
    { checkpoint }: TaskContext,
  ): Omit<DeviceProgram, 'transpiled'> & { readonly transpiled: Uint8Array } {
    const { transpiled, ...compiled } = compiledForDevice(input, checkpoint)
    return { ...compiled, transpiled: jsonBytes(transpiledOf(transpiled, parsed<Circuit>(input.json))) }
  },
  /** The programs of rows of a sweep, and JSON of the TranspiledCircuit of the first; null where they cannot be compiled together. */
  compileRowsForDevice(
    input: DeviceRows,
    { checkpoint }: TaskContext,
  ): (Omit<RowPrograms, 'transpiled'> & { readonly transpiled: Uint8Array }) | null {
    const compiled = compiledRows(input, checkpoint)
    if (compiled === null) return null
    const { transpiled, ...programs } = compiled
    return { ...programs, transpiled: jsonBytes(transpiledOf(transpiled, parsed<ParametricCircuit>(input.json))) }
  },
  /** Batch of a sequencer as one plane for each classical bit, without the shots whose loops were left at their bound. */
  classicalPlanes: ({ planes, loops, ...compiled }: MeasuredInput): FinishedPlanes =>
    finishedPlanes(classicalPlanes(compiled, planes), loops),
  /** JSON of the counts. */
  counts: (packed: SlotCounts, { checkpoint }: TaskContext): Uint8Array => toJson(packed, checkpoint),
  /** The counts of an earlier version with leading zeros in their bitstrings. */
  widen: (
    { counts, missing }: { readonly counts: Json; readonly missing: number },
    { checkpoint }: TaskContext,
  ): Uint8Array => padBitstrings(counts, missing, checkpoint),
  marginals: (input: MarginalsInput, { checkpoint }: TaskContext): MarginalJson[] => marginalsOf(input, checkpoint),
  countsCsv: (input: MarginalsInput, { checkpoint }: TaskContext): Uint8Array => countsCsv(input, checkpoint),
  shots: (input: ShotsInput, { checkpoint }: TaskContext): Uint8Array => shotsOf(input, checkpoint),
  /** The repeated shots in b8, if their counts equal the stored ones; else null. */
  agreeing: ({ repeated, counts, clbits }: AgreeingInput, { checkpoint }: TaskContext): Uint8Array | null =>
    matchingShots(repeated, { outcomes: outcomesOf(counts, clbits, checkpoint), clbits }, checkpoint),
  /** JSON of the bitstrings of all shots. */
  memory: (input: ShotsInput, { checkpoint }: TaskContext): Uint8Array =>
    bitstrings(shotsOf(input, checkpoint), input, checkpoint),
}
export type JobTasks = typeof jobTasks

interface MeasuredInput extends Omit<DeviceProgram, 'transpiled'> {
  /** Planes of the program's slots as measured, not relative to expected outcomes. */
  readonly planes: BitPlanes
}

interface AgreeingInput {
  readonly repeated: PackedShots
  readonly counts: Json
  readonly clbits: number
}

interface TrajectoryTimeInput extends NoisyInput {
  readonly shots: number
  readonly most_s: number
}

interface NoisyInput {
  readonly json: Json
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
}

/** Transpiled `source` as a job shows it: as wide as the submitted circuit, with bits of its own for loops. */
const transpiledOf = (done: Transpiled, source: ParametricCircuit): TranspiledCircuit => ({
  circuit: {
    ...(done.circuit as Circuit),
    ...(source.num_clbits !== undefined && !hasLoops(source) && { num_clbits: source.num_clbits }),
    ...(source.result_clbits !== undefined && { result_clbits: source.result_clbits }),
  },
  initial_layout: [...done.initial_layout],
  final_layout: [...done.final_layout],
  swaps: done.swap_count,
  cz_count: done.cz_count,
  ...(done.native_two_qubit_count !== undefined && { native_two_qubit_count: done.native_two_qubit_count }),
  ...(done.native_two_qubit_gates && { native_two_qubit_gates: [...done.native_two_qubit_gates] }),
  depth: done.depth,
  duration_ns: done.duration_ns,
  expected_success: done.expected_success,
  ...(done.success_is_bound && { success_is_bound: true }),
})
