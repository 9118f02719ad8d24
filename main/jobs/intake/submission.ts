import { createHash } from 'node:crypto'
import { validateCircuit } from '../../circuits/model/validate'
import type { Circuit } from '../../contract/jobs/circuit'
import type { SubmitJob } from '../../contract/jobs/submit'
import { type Fault, MAX_FAULTS } from '../../contract/model/errors'
import { type CircuitFacts, factsOf } from '../../simulation/circuit-facts'
import type { Json } from '../../worker/json'
import { isBlob } from '../model/json-blobs'

/** A submit without the circuits themselves: their JSON, and all that admission asks of them. */
export interface Submission {
  readonly request: Omit<SubmitJob, 'circuit' | 'circuits'>
  readonly is_batch: boolean
  readonly circuits: readonly SubmittedCircuit[]
  /** SHA-256 (hex) of the parsed body: parsing has put its fields in the schema's order, however they were written. */
  readonly fingerprint: string
}

export interface SubmittedCircuit {
  /** JSON pointer to it in the body. */
  readonly at: string
  /** Bytes where it is large; a thousand small ones cross to another thread sooner as texts. */
  readonly json: Json
  readonly facts: CircuitFacts
  /** Empty when it is sound; pointers are those of the body. */
  readonly faults: readonly Fault[]
}

const fingerprintOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** Reads a valid body once for everything that a submit asks of it. What follows a hundred faults is not looked at. */
export function submissionOf(body: SubmitJob): Submission {
  const { circuit, circuits, ...request } = body
  const is_batch = circuits !== undefined
  const encoder = new TextEncoder()
  let found = 0
  const read = circuitsOf(body).flatMap((each, index): SubmittedCircuit[] => {
    if (found >= MAX_FAULTS) return []
    const at = is_batch ? `/circuits/${index}` : '/circuit'
    const faults = validateCircuit(each, at)
    found += faults.length
    const json = JSON.stringify(each)
    return [{ at, json: isBlob(json) ? encoder.encode(json) : json, facts: factsOf(each), faults }]
  })
  return { request, is_batch, circuits: read, fingerprint: fingerprintOf(body) }
}

const circuitsOf = ({ circuit, circuits = [] }: SubmitJob): readonly Circuit[] => (circuit ? [circuit] : circuits)
