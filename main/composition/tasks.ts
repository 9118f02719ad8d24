/** Everything that a thread can be asked to do: the same on every thread. */
import { type ReadCalibration, readCalibration } from '../backends/history/import-calibration'
import { parseText, writeText } from '../circuits/qasm/import-export'
import type { DeviceProfile } from '../contract/calibration/device-profile'
import type { ImportCalibration } from '../contract/calibration/import'
import type { CalibrationSnapshot } from '../contract/calibration/snapshot'
import type { CircuitStateRequest } from '../contract/jobs/circuit-state'
import type { ExportCircuit, ParseCircuit } from '../contract/jobs/circuit-text'
import type { SubmitJob } from '../contract/jobs/submit'
import { verificationTasks } from '../entropy/evidence/verifier/tasks'
import { signingTasks } from '../entropy/issuing/signing/tasks'
import { assessmentTasks } from '../entropy/supply/assessing/assessment-tasks'
import { type DocumentInput, documentOf } from '../http/openapi/document'
import { type RawRequest, readRequest } from '../http/request/raw-request'
import { jobTasks } from '../jobs/tasks/registry'
import { submissionOf } from '../jobs/tasks/submission'
import { cachedProofs } from '../modules/rounds/proven-parts'
import { moduleTasks } from '../modules/tasks'
import { runTasks } from '../runs/execution/tasks'
import type { RunEngines } from '../runs/sampling/run-engine'
import { circuitState } from '../simulation/live/circuit-state'
import { studyTasks } from '../studies/tasks'
import type { Checkpoint } from '../worker/checkpoint'
import { jsonBytes } from '../worker/json'

interface Importing {
  readonly raw: RawRequest
  readonly profile: DeviceProfile
  /** Its current snapshot. */
  readonly base: CalibrationSnapshot
  readonly now: number
}

const parse = ({ text }: ParseCircuit, _host: unknown, _signal: AbortSignal, checkpoint: Checkpoint): Uint8Array =>
  jsonBytes(parseText(text, checkpoint))

/** `engines` are asked for where a task samples: a thread that never does loads none. Each thread remembers its own proofs. */
export function tasksWith(engines: () => RunEngines) {
  const proofs = cachedProofs()
  return {
    ...jobTasks,
    ...assessmentTasks,
    ...moduleTasks(proofs),
    ...runTasks(engines, proofs),
    ...studyTasks(engines, proofs),
    ...signingTasks(),
    ...verificationTasks,
    /** The parts of a request, parsed and checked. */
    request: readRequest,
    submission: (raw: RawRequest, _host: unknown, _signal: AbortSignal, checkpoint: Checkpoint) =>
      submissionOf(readRequest(raw).body as SubmitJob, checkpoint),
    /** JSON of the ParsedCircuit; of a request that was read, or that nobody has read. */
    parseText: parse,
    parseCircuit: (raw: RawRequest, _host: unknown, signal: AbortSignal, checkpoint: Checkpoint) =>
      parse(readRequest(raw).body as ParseCircuit, _host, signal, checkpoint),
    /** JSON of the CircuitText, likewise. */
    writeText: (request: ExportCircuit) => jsonBytes(writeText(request)),
    exportCircuit: (raw: RawRequest) => jsonBytes(writeText(readRequest(raw).body as ExportCircuit)),
    /** JSON of the CircuitState. */
    circuitState: (request: CircuitStateRequest, _host: unknown, _signal: AbortSignal, checkpoint: Checkpoint) =>
      jsonBytes(circuitState(request, checkpoint)),
    /** `now` in ms since 1970 UTC. */
    importCalibration: ({ raw, profile, base, now }: Importing): ReadCalibration =>
      readCalibration(profile, base, readRequest(raw).body as ImportCalibration, now),
    /** JSON of the OpenAPI document. */
    openApi: (input: DocumentInput) => jsonBytes(documentOf(input)),
  }
}
export type ServiceTasks = ReturnType<typeof tasksWith>

/** What a thread is told when it starts. */
export interface ThreadData {
  /** Folders that may hold the native addon. */
  readonly native_dirs: readonly string[]
  /** Of the engines that the service has; threads must have the same. */
  readonly versions: string
}
