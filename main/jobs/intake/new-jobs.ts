import { randomInt, randomUUID } from 'node:crypto'
import { microOf } from '../../account/ledger'
import type { Backend } from '../../contract/backends/catalogue'
import type { Caller } from '../../contract/service/account'
import { createYielder } from '../../simulation/model/yield'
import { jsonText } from '../../worker/json'
import type { ExecutionOptions } from '../model/executor'
import type { NewJob } from '../model/job-row'
import { isBlob, type JsonBlobs } from '../model/json-blobs'
import type { Submission, SubmittedCircuit } from './submission'

/** Jobs of a submit that are written in one turn of the event loop, and queued in the turn in which they were committed. */
export const SMALL_BATCH = 32

/** Seeds chosen here stay below 2^48, the most that `randomInt` draws from. */
const SEEDS = 2 ** 48 - 1

/** Millionths of a token for a shot. */
export const priceOf = ({ token_price_per_shot }: Backend): number => microOf(token_price_per_shot)

/** A submit that can run. */
export interface Admitted {
  readonly submission: Submission
  readonly backend: Backend
  readonly options: ExecutionOptions
}

/** Makes the rows of a submit's jobs. What is large of them is on the disk when it resolves. */
export type MakeJobs = (admitted: Admitted, caller: Caller) => Promise<NewJob[]>

export function createNewJobs(circuits: JsonBlobs, now: () => number): MakeJobs {
  const newId = createIds(now)

  function rowOf(
    { submission, backend, options }: Admitted,
    circuit: SubmittedCircuit,
    at: number,
    owner: string | null,
  ) {
    const { shots, seed, name, tags = [] } = submission.request
    return {
      job_uuid: newId(),
      owner,
      backend: backend.backend_id,
      mode: backend.mode,
      simulated: backend.simulated ? 1 : 0,
      shots,
      seed: seed === undefined ? randomInt(SEEDS) : seed + at,
      num_qubits: circuit.facts.num_qubits,
      num_clbits: circuit.facts.clbits,
      name: name ?? null,
      tags: JSON.stringify([...new Set(tags)]),
      ...options,
      price: priceOf(backend),
      created_at: now(),
    }
  }

  return async (admitted, { key_id }) => {
    const yielder = createYielder()
    const { circuits: submitted } = admitted.submission
    // Validating a batch has taken a slice of its own.
    if (submitted.length > SMALL_BATCH) await yielder.yieldNow(0)
    const jobs: NewJob[] = []
    for (const [at, circuit] of submitted.entries()) {
      if (yielder.isDue()) await yielder.yieldNow(0)
      const { json } = circuit
      const column = isBlob(json) ? await circuits.write(json) : jsonText(json)
      jobs.push({ ...rowOf(admitted, circuit, at, key_id), circuit: column })
    }
    return jobs
  }
}

const TICKS_PER_MS = 4
const WRAP = 2 ** 32

/**
 * Ids of jobs: UUIDs of version 8 (RFC 9562: the application's own), random but for the first eight digits, which grow
 * with time (and begin again after twelve days). Jobs that come together then lie together in the indices of ids, and no
 * two of them look alike where ids are shortened.
 */
export function createIds(now: () => number): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * TICKS_PER_MS)
    const random = randomUUID()
    return `${(last % WRAP).toString(16).padStart(8, '0')}${random.slice(8, 14)}8${random.slice(15)}`
  }
}
