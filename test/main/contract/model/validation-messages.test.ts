import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { JobListQuery } from '../../../../main/contract/jobs/circuit-job'
import { JobId, SubmitJob } from '../../../../main/contract/jobs/submit'
import type { AppError } from '../../../../main/contract/model/errors'
import { route } from '../../../../main/contract/routes/define-route'
import { parserFor } from '../../../../main/contract/routes/parse-request'

const parse = parserFor(
  route('POST /try/:job_uuid', 'jobs', {
    access: 'public',
    summary: 'Tried here alone',
    params: JobId,
    query: JobListQuery,
    body: SubmitJob,
    reply: z.unknown(),
  }),
)
const job_uuid = '018f3c1e-7b1a-7c3d-8e4f-0123456789ab'
const circuit = { num_qubits: 1, instructions: [] }

/** Pointer and message of every fault. */
function faultsOf(body: object, query: object = {}, params: object = { job_uuid }): Record<string, string> {
  try {
    parse({ params, query, body: { backend: 'dev-a-mock', shots: 1, circuit, ...body } })
  } catch (error) {
    return Object.fromEntries((error as AppError).faults.map(({ pointer, message }) => [pointer, message]))
  }
  return {}
}

describe('a fault of the input', () => {
  it.each<[object, string, string]>([
    [
      { shots: undefined },
      '/shots',
      'missing; expected a number, which only exact values, a target_error and a batch whose circuits all have shots do without',
    ],
    [{ shots: '5' }, '/shots', 'expected a number, not "5"'],
    [{ shots: 1.5 }, '/shots', 'expected a whole number, not 1.5'],
    [{ shots: 0 }, '/shots', 'expected at least 1, not 0'],
    [{ shots: 2_000_000 }, '/shots', 'expected at most 1000000, not 2000000'],
    [{ seed: 2 ** 60 }, '/seed', 'expected at most 9007199254740991, not 1152921504606847000'],
    [{ name: '  ' }, '/name', 'expected at least 1 character, not 0'],
    [{ name: 'x'.repeat(201) }, '/name', 'expected at most 200 characters, not 201'],
    [{ name: null }, '/name', 'expected text, not null'],
    [{ tags: Array(21).fill('a') }, '/tags', 'expected at most 20 items, not 21'],
    [{ tags: {} }, '/tags', 'expected a list, not an object'],
    [{ options: { noise: 'loud' } }, '/options/noise', 'expected one of "none", "calibrated", not "loud"'],
    [{ backend: 'a b' }, '/backend', 'letters, digits, dot, dash and underscore, at most 64'],
    [
      { option: {} },
      '/option',
      'unknown field; known: backend, shots, circuit, text, circuits, parameters, observables, target_error, exact, seed, name, tags, options, saved_circuit',
    ],
  ])('of %o says what would be right', (body, pointer, message) => {
    expect(faultsOf(body)).toEqual({ [pointer]: message })
  })

  it('of a choice between shapes says what each needs', () => {
    const instructions = [{ name: 'x', qubits: [0], condition: 1 }]
    expect(faultsOf({ circuit: { num_qubits: 1, instructions } })).toEqual({
      '/circuit/instructions/0/condition': 'expected an object, not 1',
    })
  })

  it('of path and query uses the same words', () => {
    expect(faultsOf({}, { limit: 'ten', created_after: 'yesterday' }, { job_uuid: '42' })).toEqual({
      '#path/job_uuid': 'expected a UUID, not "42"',
      '#query/limit': 'expected a number',
      '#query/created_after': 'expected a time such as 2026-01-31T12:00:00Z, not "yesterday"',
    })
    expect(faultsOf({}, { limit: '1e300' })).toEqual({ '#query/limit': 'expected at most 500, not 1e+300' })
  })

  it('shows long input by its length alone', () => {
    const [message] = Object.values(faultsOf({ options: { noise: 'x'.repeat(1e6) } }))
    expect(message).toBe('expected one of "none", "calibrated", not a text of 1000000 characters')
  })

  it('at a very long name cuts the name', () => {
    const [place] = Object.keys(faultsOf({ ['x'.repeat(1e5)]: 1 }))
    expect(place).toBe(`/${'x'.repeat(200)}…`)
  })
})
