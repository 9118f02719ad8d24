/** The long work of runs as tasks for a thread (main/worker): proofs, predictions, sampling, decoding, fits. */
import type { Warning } from '../contract/model/primitives'
import type { RunRecord } from '../contract/runs/record'
import type { Decoder } from '../contract/model/protocols'
import type { Redecoding, Run, RunPrediction } from '../contract/runs/run'
import { FRESH, type Proofs } from '../modules/rounds/proven-parts'
import { type Carried, type Carrying, carryOut, type RunHost } from './carry'
import type { RunEngines } from './sampling/engine'
import { decodePlan, encodePlan, planRun } from './planning/plan'
import { predict } from './predict'
import { predictionOf } from './prediction/reply'
import { comparedAgain, redecode, redecoding } from './recording/redecode'
import { type PlainResolution, withNoise } from './resolution'
import { choiceWarnings } from './decoding/protocols'
import { stepwise } from './stepwise'

interface Planning {
  readonly resolution: PlainResolution
  readonly request: Run['request']
}

interface Planned {
  /** As `decodePlan` reads it. */
  readonly plan: Uint8Array
  readonly warnings: Warning[]
}

interface Redecode {
  /** JSON. */
  readonly record: string
  readonly request: Run['request']
  readonly plan: Uint8Array
  readonly decoder: Decoder
}

interface Files {
  readonly readFile: (sha256: string) => Promise<Uint8Array>
}

/** `engines` are asked for where a task samples, or asks how long that will take. */
export const runTasks = (engines: () => RunEngines, proofs: Proofs = FRESH) => ({
  /** Throws AppError for a run that cannot be planned or that its engine does not admit. */
  async planRun({ resolution, request }: Planning, _host: unknown, signal: AbortSignal): Promise<Planned> {
    const plan = planRun(withNoise(resolution), request, proofs)
    await engines()[request.engine].admit(plan, request, signal)
    return { plan: encodePlan(plan), warnings: [...plan.module.warnings, ...choiceWarnings(plan, request)] }
  },
  async predictRun({ resolution, request }: Planning, _host: unknown, signal: AbortSignal): Promise<RunPrediction> {
    const plan = planRun(withNoise(resolution), request, proofs)
    const seconds = await engines()[request.engine].admit(plan, request, signal)
    return predictionOf(plan, request, await predict(plan, request, { engines: engines(), signal }), seconds)
  },
  carryOutRun: (run: Carrying, host: RunHost, signal: AbortSignal): Promise<Carried> =>
    carryOut(run, engines(), host, signal),
  async redecodeRun({ decoder, ...stored }: Redecode, host: Files, signal: AbortSignal): Promise<Redecoding> {
    const record: RunRecord = JSON.parse(stored.record)
    const finished = { record, request: stored.request, plan: decodePlan(stored.plan) }
    const found = await redecode(
      finished,
      decoder,
      { readFile: sha256 => host.readFile(sha256), kernels: engines().frames },
      signal,
    )
    return redecoding(found, await stepwise(comparedAgain(record, found.counts), signal))
  },
})
export type RunTasks = ReturnType<typeof runTasks>
