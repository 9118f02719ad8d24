import { createHash } from 'node:crypto'
import { circuitFaults, MAX_FAULTS } from '../circuits/model/validate'
import type { Fault } from '../contract/model/errors'
import type { Circuit, SubmitJob } from '../contract/jobs'
import { type CircuitFacts, factsOf } from '../simulation/circuit-facts'
import { type Json, parsed } from './json'

/** A submit without the circuits themselves: their JSON, and all that admission asks of them. */
export interface Submission {
  readonly request: Omit<SubmitJob, 'circuit' | 'circuits'>
  readonly is_batch: boolean
  readonly circuits: readonly SubmittedCircuit[]
  /** SHA-256 (hex) of the parsed body: parsing has put its fields in the schema's order, however they were written. */
  readonly fingerprint: string
}

export interface SubmittedCircuit {
  readonly json: Uint8Array
  readonly facts: CircuitFacts
  /** Empty when it can run; pointers are those of the body. */
  readonly faults: readonly Fault[]
}

export const fingerprintOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** Reads a valid body once for everything that a submit asks of it. What follows a hundred faults is not looked at. */
export function submissionOf(body: SubmitJob): Submission {
  const { circuit, circuits, ...request } = body
  const encoder = new TextEncoder()
  let found = 0
  const read = circuitsOf(body).flatMap((each, index): SubmittedCircuit[] => {
    if (found >= MAX_FAULTS) return []
    const faults = circuitFaults(each, placeOf(circuits !== undefined, index))
    found += faults.length
    return [{ json: encoder.encode(JSON.stringify(each)), facts: factsOf(each), faults }]
  })
  return { request, is_batch: circuits !== undefined, circuits: read, fingerprint: fingerprintOf(body) }
}

const circuitsOf = ({ circuit, circuits = [] }: SubmitJob): readonly Circuit[] => (circuit ? [circuit] : circuits)
const placeOf = (is_batch: boolean, index: number): string => (is_batch ? `/circuits/${index}` : '/circuit')

/** A circuit of a submit, with where it stands in the body. */
export interface Placed {
  readonly at: string
  facts(): CircuitFacts
  faults(): readonly Fault[]
  json(): Json
  /** The whole of it. */
  read(): Circuit
}

/** A submit as its steps see it, whether the body was read here or elsewhere. */
export interface Asked {
  readonly request: Submission['request']
  readonly is_batch: boolean
  readonly placed: readonly Placed[]
  fingerprint(): string
}

/** A body that was read here: everything is found when it is asked for. */
function askedOf(body: SubmitJob): Asked {
  const is_batch = body.circuits !== undefined
  const placed = circuitsOf(body).map((circuit, index): Placed => {
    const at = placeOf(is_batch, index)
    let facts: CircuitFacts | null = null
    const known = (): CircuitFacts => {
      facts ??= factsOf(circuit)
      return facts
    }
    return {
      at,
      facts: known,
      faults: () => circuitFaults(circuit, at),
      json: () => JSON.stringify(circuit),
      read: () => circuit,
    }
  })
  return { request: body, is_batch, placed, fingerprint: () => fingerprintOf(body) }
}

function askedIn({ request, is_batch, circuits, fingerprint }: Submission): Asked {
  const placed = circuits.map(({ json, facts, faults }, index): Placed => {
    const read = () => parsed<Circuit>(json)
    return { at: placeOf(is_batch, index), facts: () => facts, faults: () => faults, json: () => json, read }
  })
  return { request, is_batch, placed, fingerprint: () => fingerprint }
}

export const asked = (given: SubmitJob | Submission): Asked =>
  'fingerprint' in given ? askedIn(given) : askedOf(given)
