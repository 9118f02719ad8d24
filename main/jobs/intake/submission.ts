/** A submit that was read once for everything it is asked, and whether it can run. */
import { createHash } from 'node:crypto'
import { faultsOfForm, validateCircuit } from '../../circuits/model/validate'
import type { Backend } from '../../contract/backends/catalogue'
import type { Circuit } from '../../contract/jobs/circuit'
import type { SubmitJob } from '../../contract/jobs/submit'
import { AppError, type Fault, MAX_FAULTS } from '../../contract/model/errors'
import { type CircuitFacts, factsOf } from '../../simulation/circuit-facts'
import { createYielder } from '../../simulation/model/yield'
import type { Json } from '../../worker/json'
import type { CallOwner } from '../../worker/runner'
import { estimateKindOf, estimateRequestOf } from '../model/estimate-request'
import { type ExecutionOptions, type Executor, requestFor } from '../model/executor'
import { isBlob } from '../model/job'
import { type EstimatePlan, estimatePlanOf } from '../tasks/estimate-plan'
import { executionFaults } from './estimate-faults'

/** A submit without the circuits themselves: their JSON, and what is asked of them before they run. */
export interface Submission {
  readonly request: Omit<SubmitJob, 'circuit' | 'circuits'>
  readonly is_batch: boolean
  readonly circuits: readonly {
    /** JSON pointer to it in the body. */
    readonly at: string
    /** Bytes where it is large; a thousand small ones cross to another thread sooner as texts. */
    readonly json: Json
    readonly facts: CircuitFacts
    /** Empty when it is sound; pointers are those of the body. */
    readonly faults: readonly Fault[]
    /** What is asked of it beyond counts, null for counts alone or where it has faults. */
    readonly estimate: EstimatePlan | null
  }[]
  /** SHA-256 (hex) of the parsed body: parsing has put its fields in the schema's order, however they were written. */
  readonly fingerprint: string
}

/** Reads a valid body; a large one is read on a thread. What follows a hundred faults is not looked at. */
export function submissionOf(body: SubmitJob): Submission {
  const { circuit, circuits, ...request } = body
  const is_batch = circuits !== undefined
  const encoder = new TextEncoder()
  let found = 0
  const read = circuitsOf(body).flatMap((each, index): Submission['circuits'] => {
    if (found >= MAX_FAULTS) return []
    const at = is_batch ? `/circuits/${index}` : '/circuit'
    const unsound = body.observables ? faultsOfForm(each, at) : validateCircuit(each, at)
    const kind = unsound.length > 0 ? null : estimateKindOf(body)
    const estimate = kind && estimatePlanOf(each, kind, { request: estimateRequestOf(body), at })
    const faults = [...unsound, ...(estimate?.faults ?? [])]
    found += faults.length
    const json = JSON.stringify(each)
    return [{ at, json: isBlob(json) ? encoder.encode(json) : json, facts: factsOf(each), faults, estimate }]
  })
  return { request, is_batch, circuits: read, fingerprint: fingerprintOf(body) }
}

const circuitsOf = ({ circuit, circuits = [] }: SubmitJob): readonly Circuit[] => (circuit ? [circuit] : circuits)

const fingerprintOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** A hostile batch can hold a million faults; the caller needs the first ones. */
const MAX_SHOWN_FAULTS = 100

/**
 * How the jobs are to be executed. Throws `invalid_request`: everything knowable at submit is refused at submit, all faults
 * together.
 */
export async function validateSubmission(
  { request: fields, circuits }: Submission,
  { backend, executor, ...asker }: { readonly backend: Backend; readonly executor: Executor } & CallOwner,
): Promise<ExecutionOptions> {
  const { shots } = fields
  const options = optionsOf(fields, backend)
  const faults = [
    ...over({ value: shots, limit: backend.limits.max_shots, pointer: '/shots', what: 'shots' }, backend),
    ...optionFaults(fields, backend),
    ...seedFaults(fields, circuits.length),
  ]
  const yielder = createYielder()
  for (const { at, json, facts, faults: unsound, estimate } of circuits) {
    if (faults.length >= MAX_SHOWN_FAULTS) break
    if (yielder.isDue()) await yielder.yieldNow(0)
    asker.signal?.throwIfAborted()
    const found = [...limitFaults(facts, at, backend), ...unsound]
    const request = requestFor(json, { backend, shots, options, ...asker, facts })
    // The executor looks at sound circuits only.
    faults.push(...(found.length > 0 ? found : await executionFaults(request, estimate, executor, at)))
  }
  if (faults.length === 0) return options
  const shown = faults.slice(0, MAX_SHOWN_FAULTS)
  const { pointer, message } = shown[0]!
  throw new AppError('invalid_request', `The job cannot run on ${fields.backend}: ${pointer}: ${message}`, {}, shown)
}

const optionsOf = ({ options = {} }: Submission['request'], { mode }: Backend): ExecutionOptions => ({
  noise: options.noise ?? (mode === 'live' ? 'calibrated' : 'none'),
  precision: options.precision ?? 'float64',
})

interface Excess {
  readonly value: number
  readonly limit: number
  readonly pointer: string
  readonly what: string
}

function over({ value, limit, pointer, what }: Excess, { backend_id }: Backend): Fault[] {
  return value <= limit ? [] : [{ pointer, message: `${value} ${what} is more than the ${limit} of ${backend_id}` }]
}

const limitFaults = ({ num_qubits, instructions }: CircuitFacts, at: string, backend: Backend): Fault[] => [
  ...over(
    { value: num_qubits, limit: backend.limits.max_qubits, pointer: `${at}/num_qubits`, what: 'qubits' },
    backend,
  ),
  ...over(
    {
      value: instructions,
      limit: backend.limits.max_instructions,
      pointer: `${at}/instructions`,
      what: 'instructions',
    },
    backend,
  ),
]

function optionFaults({ options = {} }: Submission['request'], { mode, backend_id }: Backend): Fault[] {
  if (mode === 'mock') return []
  const noise = {
    pointer: '/options/noise',
    message: `${backend_id} is a device and always runs with its own noise: leave out options.noise`,
  }
  const precision = {
    pointer: '/options/precision',
    message: `precision applies to simulators only: leave out options.precision`,
  }
  return [...(options.noise === 'none' ? [noise] : []), ...(options.precision === undefined ? [] : [precision])]
}

function seedFaults({ seed = 0 }: Submission['request'], jobs: number): Fault[] {
  if (seed <= Number.MAX_SAFE_INTEGER - (jobs - 1)) return []
  return [{ pointer: '/seed', message: `seed + ${jobs - 1}, for the last circuit, is above 2^53 - 1` }]
}
