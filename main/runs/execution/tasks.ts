/** The long work of runs as tasks for a thread (main/worker): proofs, predictions, sampling, decoding, fits. */
import type { Warning } from '../../contract/model/primitives'
import type { Decoder } from '../../contract/model/protocols'
import type { Redecoding, Run, RunPrediction } from '../../contract/runs/run'
import { type ReadyModule, withNoise } from '../../modules/model/module'
import { type Proofs, UNCACHED_PROOFS } from '../../modules/rounds/proven-parts'
import type { Task } from '../../worker/runner'
import { choiceWarnings } from '../decoding/protocols'
import { decodePlan, encodePlan } from '../model/plan'
import type { NormalizedRequest } from '../model/request'
import { planRun } from '../planning/plan'
import { baselinesOf, plannedShots } from '../planning/planned-shots'
import { withReadout } from '../planning/readout-choice'
import { predict } from '../prediction/predict'
import { predictionOf } from '../prediction/reply'
import { recordOfJson } from '../recording/record-file'
import { comparisonOfRedecoding, redecode, redecoding } from '../recording/redecode'
import type { RunEngines } from '../sampling/engine'
import { executeToRecord, type RunHost, type StoredRunInput, type StoredRunResult } from './record-run'

interface Planning {
  readonly resolution: ReadyModule
  readonly request: NormalizedRequest
}

interface Planned {
  /** As `decodePlan` reads it. */
  readonly plan: Uint8Array
  /** With its readout. */
  readonly request: Run['request']
  readonly warnings: Warning[]
  /** That the run will execute. */
  readonly shots: number
}

interface Redecode {
  /** JSON. */
  readonly record: string | Uint8Array
  readonly request: Run['request']
  readonly plan: Uint8Array
  readonly decoder: Decoder
}

interface Files {
  readonly readFile: (sha256: string) => Promise<Uint8Array>
}

export type RunTasks = {
  /** Throws AppError for a run that cannot be planned or that its engine does not admit. */
  readonly planRun: Task<Planning, unknown, Promise<Planned>>
  readonly predictRun: Task<Planning, unknown, Promise<RunPrediction>>
  readonly carryOutRun: Task<StoredRunInput, RunHost, Promise<StoredRunResult>>
  readonly redecodeRun: Task<Redecode, Files, Promise<Redecoding>>
}

/** `engines` are asked for where a task samples, or asks how long that will take. */
export const runTasks = (engines: () => RunEngines, proofs: Proofs = UNCACHED_PROOFS): RunTasks => ({
  async planRun(planning, _host, signal) {
    const { plan, request } = plannedOf(planning, proofs)
    await engines()[request.engine].admit(plan, request, signal)
    const warnings = [...plan.module.warnings, ...choiceWarnings(plan, request)]
    return { plan: encodePlan(plan), request, warnings, shots: plannedShots(request, baselinesOf(plan)).total }
  },
  async predictRun(planning, _host, signal, checkpoint) {
    const { plan, request } = plannedOf(planning, proofs)
    const seconds = await engines()[request.engine].admit(plan, request, signal)
    const prediction = await predict(plan, request, { engines: engines(), signal }, checkpoint)
    return predictionOf(plan, request, prediction, seconds)
  },
  carryOutRun: (run, host, signal, checkpoint) => executeToRecord(run, engines(), host, { signal, checkpoint }),
  async redecodeRun({ decoder, ...stored }, host, signal, checkpoint) {
    const record = recordOfJson(stored.record)
    const finished = { record, request: stored.request, plan: decodePlan(stored.plan) }
    const found = await redecode(
      finished,
      decoder,
      { readFile: sha256 => host.readFile(sha256), kernels: engines().frames },
      signal,
    )
    return redecoding(found, comparisonOfRedecoding(record, found.counts, checkpoint))
  },
})

function plannedOf({ resolution, request: asked }: Planning, proofs: Proofs) {
  const whole = withNoise(resolution)
  const { request, readout_choice } = withReadout(whole, asked, proofs)
  return { plan: { ...planRun(whole, request, proofs), readout_choice }, request }
}
