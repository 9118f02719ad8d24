/** All tasks of the threads except signatures, which have a program of their own. */
import { type NewDevice, readNewDevice } from '../backends/devices/new-device'
import { type ReadCalibration, readCalibration } from '../backends/history/import-calibration'
import { parseText, writeText } from '../circuits/qasm/import-export'
import type { AddDevice } from '../contract/calibration/add-device'
import type { DeviceProfile } from '../contract/calibration/device-profile'
import type { ImportCalibration } from '../contract/calibration/import'
import type { CalibrationSnapshot } from '../contract/calibration/snapshot'
import type { CircuitStateRequest } from '../contract/jobs/circuit-state'
import type { ExportCircuit, ParseCircuit } from '../contract/jobs/circuit-text'
import type { SubmitJob } from '../contract/jobs/submit'
import { type VerificationTasks, verificationTasks } from '../entropy/evidence/verifier/tasks'
import { type AssessmentTasks, assessmentTasks } from '../entropy/supply/assessment/assessment-tasks'
import { type DocumentInput, documentOf } from '../http/openapi/document'
import { type RawRequest, readRequest } from '../http/request/raw-request'
import type { Submission } from '../jobs/model/job'
import { type JobTasks, jobTasks } from '../jobs/tasks/registry'
import { submissionOf } from '../jobs/tasks/submission'
import { cachedProofs } from '../modules/rounds/proven-parts'
import { type ModuleTasks, moduleTasks } from '../modules/tasks'
import { type RunTasks, runTasks } from '../runs/execution/tasks'
import type { RunEngines } from '../runs/model/run-engine'
import { circuitState } from '../simulation/live/circuit-state'
import { writeStim } from '../simulation/stabilizer/write-stim'
import { type StudyTasks, studyTasks } from '../studies/tasks'
import { jsonBytes } from '../worker/json'
import type { Task } from '../worker/runner'

interface Importing {
  readonly raw: RawRequest
  readonly profile: DeviceProfile
  /** The device's current snapshot. */
  readonly base: CalibrationSnapshot
  readonly now: number
}

/** Tasks that read requests. Raw requests are parsed on the thread. */
type RequestTasks = {
  /** The parts of a request, parsed and checked. */
  readonly request: typeof readRequest
  /** As the task of jobs, and of a raw request too. */
  readonly readSubmission: Task<RawRequest | SubmitJob, unknown, Submission>
  /** JSON of the ParsedCircuit. */
  readonly parseText: Task<ParseCircuit, unknown, Uint8Array>
  readonly parseCircuit: Task<RawRequest, unknown, Uint8Array>
  /** JSON of the CircuitText. */
  readonly writeText: (request: ExportCircuit) => Uint8Array
  readonly exportCircuit: (raw: RawRequest) => Uint8Array
  /** JSON of the CircuitState. */
  readonly circuitState: Task<CircuitStateRequest, unknown, Uint8Array>
  /** `now` in ms since 1970 UTC. */
  readonly importCalibration: (given: Importing) => ReadCalibration
  readonly readDevice: (given: Pick<Importing, 'raw' | 'now'>) => NewDevice
  /** JSON of the OpenAPI document. */
  readonly openApi: (input: DocumentInput) => Uint8Array
}

const requestTasks: RequestTasks = {
  request: readRequest,
  readSubmission: (given, { checkpoint }) =>
    submissionOf('bytes' in given ? (readRequest(given).body as SubmitJob) : given, checkpoint),
  parseText: ({ text }, { checkpoint }) => jsonBytes(parseText(text, checkpoint)),
  parseCircuit: (raw, context) => requestTasks.parseText(readRequest(raw).body as ParseCircuit, context),
  writeText: ({ circuit, format }) =>
    jsonBytes(format === 'stim' ? { text: writeStim(circuit), format } : writeText({ circuit, format })),
  exportCircuit: raw => requestTasks.writeText(readRequest(raw).body as ExportCircuit),
  circuitState: (request, { checkpoint }) => jsonBytes(circuitState(request, checkpoint)),
  importCalibration: ({ raw, profile, base, now }) =>
    readCalibration(profile, { base, request: readRequest(raw).body as ImportCalibration, now }),
  readDevice: ({ raw, now }) => readNewDevice(readRequest(raw).body as AddDevice, now),
  openApi: input => jsonBytes(documentOf(input)),
}

export type ServiceTasks = RequestTasks &
  Omit<JobTasks, keyof RequestTasks> &
  AssessmentTasks &
  ModuleTasks &
  RunTasks &
  StudyTasks &
  VerificationTasks

/**
 * `engines` is called when a task samples, so that a thread that never samples loads none. Each thread has its own
 * cache of proofs.
 */
export function tasksWith(engines: () => RunEngines): ServiceTasks {
  const proofs = cachedProofs()
  return {
    ...jobTasks,
    ...requestTasks,
    ...assessmentTasks,
    ...moduleTasks(proofs),
    ...runTasks(engines, proofs),
    ...studyTasks(engines, proofs),
    ...verificationTasks,
  }
}

/** Data passed to a thread at its start. */
export interface ThreadData {
  /** Folders that may hold the native addon. */
  readonly native_dirs: readonly string[]
  /** Versions of the service's engines, which the thread's must equal. */
  readonly versions: string
}
