/** The long work of runs as tasks for a thread (main/worker): proofs, predictions, sampling, decoding, fits. No database here. */
import { isoTime } from '../../contract/model/iso-time'
import type { Warning } from '../../contract/model/primitives'
import type { Decoder } from '../../contract/model/protocols'
import type { Redecoding, RunPrediction } from '../../contract/runs/run'
import { type ReadyModule, withNoise } from '../../modules/model/module'
import { type Proofs, UNCACHED_PROOFS } from '../../modules/rounds/proven-parts'
import type { SequencerProfile } from '../../sequencer/profile/profile'
import type { Task } from '../../worker/runner'
import { choiceWarnings } from '../decoding/protocols'
import { onGrid, plannedDevice, refuseUnplayable } from '../measuring/device'
import { linkSeconds } from '../measuring/link-time'
import { assignmentProgram, encodedProgram, waitingProgram } from '../measuring/programs'
import { decodePlan, encodePlan, type RunPlan, type RunSettings } from '../model/plan'
import type { RunResults } from '../model/results'
import { type CheckedRequest, refuseFailedGate } from '../planning/checked-request'
import { planRun, withReadout } from '../planning/plan-run'
import { plannedShots, playedBaselines } from '../planning/shots'
import { predict, predictSummary } from '../prediction/predict'
import { predictionOf } from '../prediction/reply'
import { comparisonOf, runSummaryOf } from '../recording/comparison'
import { roundedWarnings } from '../recording/measured-fields'
import { recordOf } from '../recording/record'
import { recordColumn, recordOfJson } from '../recording/record-file'
import { redecode } from '../recording/redecode'
import { type EncodedFile, type ExportedShots, exportShots } from '../recording/shot-export'
import { countedEngine, type RunEngines } from '../sampling/run-engine'
import { type DeviceHost, measureOnDevice } from './measure-on-device'
import { type ExecutedRun, type RunHost, type RunToExecute, recordHeadOf, type TaskParts } from './run-to-execute'
import { sampleRun } from './sample'
import { sampledWaits, sampleWallTimes, WALL_TIMES_STAGE } from './wall-time'

interface RunToPlan {
  readonly resolution: ReadyModule
  readonly request: CheckedRequest
  /** Profile of the sequencer that the run is executed on; left out where it is simulated. */
  readonly sequencer?: SequencerProfile | undefined
}

interface PlannedRun {
  /** As `decodePlan` reads it. */
  readonly plan: Uint8Array
  /** With its readout. */
  readonly request: RunSettings
  readonly warnings: Warning[]
  /** That the run will execute. */
  readonly shots: number
}

function withDevice(host: RunHost): RunHost & DeviceHost {
  const { writeBits, now, progress, executed, lease, measure, provenance } = host
  if (!lease || !measure || !provenance) throw new Error('the plan is of a run on a device, and there is none')
  // By name: the host of a thread answers to every name and lists none.
  return { writeBits, now, progress, executed, lease, measure, provenance }
}

interface RunToRedecode {
  /** JSON. */
  readonly record: string | Uint8Array
  readonly request: RunSettings
  readonly plan: Uint8Array
  readonly decoder: Decoder
}

interface ShotsToExport {
  /** As `decodePlan` reads it. */
  readonly plan: Uint8Array
  readonly request: RunSettings
  readonly file: EncodedFile
  /** Bits of that file, as stored. */
  readonly bits: Uint8Array
}

interface FileHost {
  readonly readFile: (sha256: string) => Promise<Uint8Array>
}

export type RunTasks = {
  /** Throws AppError for a run that cannot be planned or that takes its engine too long. */
  readonly planRun: Task<RunToPlan, unknown, Promise<PlannedRun>>
  readonly predictRun: Task<RunToPlan, unknown, Promise<RunPrediction>>
  readonly carryOutRun: Task<RunToExecute, RunHost, Promise<ExecutedRun>>
  readonly redecodeRun: Task<RunToRedecode, FileHost, Promise<Redecoding>>
  readonly exportShots: Task<ShotsToExport, unknown, ExportedShots>
}

/** `engines` are asked for where a task samples, or asks how long that will take. */
export const runTasks = (engines: () => RunEngines, proofs: Proofs = UNCACHED_PROOFS): RunTasks => ({
  async planRun(given, { signal }) {
    const { plan, request } = planned(given, proofs)
    if (given.sequencer) {
      // On its clock a round may be too long that the calibration alone lets pass.
      refuseFailedGate(plan, request)
      refuseUnplayable(longestPrograms(plan, request), given.sequencer)
    } else await engines()[request.engine].estimateSeconds(plan, request, signal)
    const rounded = roundedWarnings(plan.device?.rounded ?? [])
    const warnings = [...plan.module.warnings, ...choiceWarnings(plan, request), ...rounded]
    return { plan: encodePlan(plan), request, warnings, shots: plannedShots(request, playedBaselines(plan)).total }
  },
  async predictRun(given, { signal, checkpoint }) {
    const { plan, request } = planned(given, proofs)
    const seconds = await engines()[request.engine].estimateSeconds(plan, request, signal)
    const prediction = await predict(plan, { settings: request, context: { engines: engines(), signal }, checkpoint })
    const predicted = predictionOf(plan, { settings: request, prediction, simulation_s: seconds })
    return plan.device
      ? { ...predicted, device_time_s: predicted.device_time_s + linkSeconds(plan, request, plan.device) }
      : predicted
  },
  carryOutRun: (run, { host, signal, checkpoint }) => executeRun(run, host, { engines: engines(), signal, checkpoint }),
  async redecodeRun({ record, request, plan, decoder }, { host: { readFile }, signal, checkpoint }) {
    const finished = { record: recordOfJson(record), request, plan: decodePlan(plan) }
    return redecode(finished, decoder, { readFile, kernels: engines().frames, signal, checkpoint })
  },
  exportShots: ({ plan, bits, ...circuit }, { checkpoint }) =>
    exportShots({ ...circuit, plan: decodePlan(plan) }, bits, checkpoint),
})

function planned({ resolution, request: asked, sequencer }: RunToPlan, proofs: Proofs) {
  const given = withNoise(resolution)
  const { whole, rounded } = sequencer ? onGrid(given, sequencer.grid_ns) : { whole: given, rounded: [] }
  const { request, readout_choice } = withReadout(whole, asked, proofs)
  const plan = { ...planRun(whole, request, proofs), readout_choice }
  if (!sequencer) return { plan, request }
  return { plan: { ...plan, device: plannedDevice(plan, whole.noise, { profile: sequencer, rounded }) }, request }
}

/** For each state the program with the most rounds; shorter ones need less. */
function* longestPrograms(plan: RunPlan, request: RunSettings) {
  const rounds = request.rounds.at(-1)!
  for (const state of request.states) {
    yield encodedProgram(plan, request, { state, rounds }).program
    yield waitingProgram(plan, { circuit: { kind: 'baseline', state, rounds } }).program
  }
  yield assignmentProgram(plan, 0).program
}

/** From stored plan to record. Throws the signal's reason when aborted; leaves nothing behind but bit files that no row names. */
async function executeRun(
  run: RunToExecute,
  host: RunHost,
  { engines, signal, checkpoint }: TaskParts,
): Promise<ExecutedRun> {
  const { request: settings } = run
  const plan = decodePlan(run.plan)
  if (plan.device) return measureOnDevice(run, plan, { host: withDevice(host), engines, signal, checkpoint })
  const { writeBits, progress, executed, now } = host
  const { engine, shots } = countedEngine(engines[settings.engine], executed)
  progress(0, 'predicting')
  const prediction = await predictSummary(plan, settings, { engines, signal })
  const sampled = await sampleRun({ plan, settings, engine, kernels: engines.frames, writeBits, progress, signal })
  const results: RunResults = { ...sampled, prediction }
  const compared = comparisonOf(settings, { results, labels: plan.module.qubit_labels, checkpoint })
  progress(0.99, WALL_TIMES_STAGE)
  const physical_wall_time = await sampleWallTimes(results.encoded, compared, {
    ...{ plan, settings, signal },
    waited: sampledWaits(engine, { plan, settings, signal }),
  })
  const comparison = { ...compared, ...(physical_wall_time && { physical_wall_time }) }
  const head = recordHeadOf(run, results, { shots_executed: shots(), executed_at: isoTime(await now()) })
  const record = recordOf(head, { plan, results, comparison })
  return {
    record: await recordColumn(record, writeBits),
    summary: JSON.stringify(runSummaryOf(record)),
    replay: record.replay ? JSON.stringify(record.replay) : null,
  }
}
