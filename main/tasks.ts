/** Everything that a thread can be asked to do: the same on every thread. */
import { parseText, writeText } from './circuits/qasm/import-export'
import type { ExportCircuit, ParseCircuit } from './contract/jobs/circuits'
import type { SubmitJob } from './contract/jobs'
import { type RawRequest, readRequest } from './http/request/raw-request'
import { submissionOf } from './jobs/submission'
import { jobTasks } from './jobs/tasks/registry'
import { rememberedProofs } from './modules/rounds/proven-parts'
import { moduleTasks } from './modules/tasks'
import type { RunEngines } from './runs/sampling/engine'
import { runTasks } from './runs/tasks'
import { studyTasks } from './studies/tasks'

const jsonOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** `engines` are asked for where a task samples: a thread that never does loads none. Each thread remembers its own proofs. */
export function tasksWith(engines: () => RunEngines) {
  const proofs = rememberedProofs()
  return {
    ...jobTasks,
    ...moduleTasks(proofs),
    ...runTasks(engines, proofs),
    ...studyTasks(engines, proofs),
    /** The parts of a request, parsed and checked. */
    request: readRequest,
    submission: (raw: RawRequest) => submissionOf(readRequest(raw).body as SubmitJob),
    /** JSON of the ParsedCircuit. */
    parseCircuit: (raw: RawRequest) => jsonOf(parseText((readRequest(raw).body as ParseCircuit).text)),
    /** JSON of the CircuitText. */
    exportCircuit: (raw: RawRequest) => jsonOf(writeText(readRequest(raw).body as ExportCircuit)),
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
