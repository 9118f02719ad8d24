/** The long work of runs as tasks for a thread (main/worker): proofs, predictions, sampling, decoding, fits. No database here. */
import type { Decoder } from '../../contract/model/protocols'
import type { RunRecord } from '../../contract/runs/record'
import type { Redecoding, RunPrediction } from '../../contract/runs/run'
import { type Proofs, UNCACHED_PROOFS } from '../../modules/rounds/proven-parts'
import { type Json, parsed } from '../../worker/json'
import type { Task } from '../../worker/runner'
import { choiceWarnings } from '../decoding/protocols'
import {
  assignmentProgram,
  encodedProgram,
  linkSeconds,
  refuseUnmeasurable,
  waitingProgram,
} from '../measuring/programs'
import { decodePlan, encodePlan, type RunPlan, type RunSettings } from '../model/plan'
import type { NewRun, RunChange, RunHost, RunToExecute, RunToPlan } from '../model/run'
import type { RunEngines } from '../model/run-engine'
import { refuseFailedGate } from '../planning/checked-request'
import { chargedBaselines, plannedShots } from '../planning/circuits'
import { planRequest } from '../planning/plan-run'
import { predict } from '../prediction/predict'
import { predictionOf } from '../prediction/reply'
import { roundedWarnings } from '../recording/measured-fields'
import { type EncodedFile, type ExportedShots, exportShots, redecode } from '../recording/stored-bits'
import { executePlan } from './execute-plan'

interface RunToRedecode {
  /** JSON of the record. */
  readonly record: Json
  readonly settings: RunSettings
  readonly plan: Uint8Array
  readonly decoder: Decoder
}

interface ShotsToExport {
  /** As `decodePlan` reads it. */
  readonly plan: Uint8Array
  readonly settings: RunSettings
  readonly file: EncodedFile
  /** Bits of that file, as stored. */
  readonly bits: Uint8Array
}

interface FileHost {
  readonly readFile: (sha256: string) => Promise<Uint8Array>
}

export type RunTasks = {
  /**
   * Columns of the row; its plan, which `decodePlan` reads, goes to a file. Throws AppError for a run that cannot be planned or that
   * takes its engine too long.
   */
  readonly planRun: Task<
    RunToPlan,
    unknown,
    Promise<Pick<NewRun, 'request' | 'warnings' | 'planned_shots'> & { readonly plan: Uint8Array }>
  >
  readonly predictRun: Task<RunToPlan, unknown, Promise<RunPrediction>>
  readonly executeRun: Task<RunToExecute, RunHost, Promise<RunChange>>
  readonly redecodeRun: Task<RunToRedecode, FileHost, Promise<Redecoding>>
  readonly exportShots: Task<ShotsToExport, unknown, ExportedShots>
}

/** `engines` is called only by tasks that sample or estimate how long sampling takes. */
export const runTasks = (engines: () => RunEngines, proofs: Proofs = UNCACHED_PROOFS): RunTasks => ({
  async planRun(run, { signal, checkpoint }) {
    const { plan, settings } = planRequest(run, proofs)
    if (run.sequencer) {
      // On the sequencer's grid a round may be too long although it passes by the calibration alone.
      refuseFailedGate(plan, settings)
      refuseUnmeasurable(longestPrograms(plan, settings), run.sequencer)
    } else await engines()[settings.engine].estimateSeconds(plan, settings, { signal, checkpoint })
    const rounded = roundedWarnings(plan.device?.rounded ?? [])
    const warnings = [...plan.module.warnings, ...choiceWarnings(plan, settings), ...rounded]
    return {
      plan: encodePlan(plan),
      request: JSON.stringify(settings),
      warnings: JSON.stringify(warnings),
      planned_shots: plannedShots(settings, chargedBaselines(plan)).total,
    }
  },
  async predictRun(run, { signal, checkpoint }) {
    const { plan, settings } = planRequest(run, proofs)
    const seconds = await engines()[settings.engine].estimateSeconds(plan, settings, { signal, checkpoint })
    const { prediction, shotsNeededAgainst } = await predict(plan, settings, { engines: engines(), signal, checkpoint })
    const shots_needed = { best: shotsNeededAgainst('best'), median: shotsNeededAgainst('median') }
    const predicted = predictionOf(plan, { settings, prediction, shots_needed, simulation_s: seconds })
    return plan.device
      ? { ...predicted, device_time_s: predicted.device_time_s + linkSeconds(plan, settings, plan.device) }
      : predicted
  },
  executeRun: (run, { host, signal, checkpoint }) => executePlan(run, host, { engines: engines(), signal, checkpoint }),
  async redecodeRun({ record, settings, plan, decoder }, { host: { readFile }, signal, checkpoint }) {
    const finished = { record: parsed<RunRecord>(record), settings, plan: decodePlan(plan) }
    return redecode(finished, decoder, { readFile, kernels: engines().frames, signal, checkpoint })
  },
  exportShots: ({ plan, bits, ...circuit }, { checkpoint }) =>
    exportShots({ ...circuit, plan: decodePlan(plan) }, bits, checkpoint),
})

/** For each state the program with the most rounds; shorter ones need less. */
function* longestPrograms(plan: RunPlan, settings: RunSettings) {
  const rounds = settings.rounds.at(-1)!
  for (const state of settings.states) {
    yield encodedProgram(plan, settings, { state, rounds }).program
    yield waitingProgram(plan, { circuit: { kind: 'baseline', state, rounds } }).program
  }
  yield assignmentProgram(plan, 0).program
}
