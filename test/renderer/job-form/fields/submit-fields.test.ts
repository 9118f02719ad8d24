import { describe, expect, it } from 'vitest'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import { SubmitJob } from '../../../../main/contract/jobs/submit'
import {
  backendOf,
  bodyOf,
  FIRST_FIELDS,
  fieldFaults,
  isTableOfAnother,
  missingForSubmit,
  preferredBackend,
} from '../../../../renderer/src/job-form/fields/submit-fields'
import { ghzCircuit } from '../../samples/circuits'

const backend = (backend_id: string, mode: 'mock' | 'live', online = true) =>
  ({ backend_id, mode, online, limits: { max_shots: 5_000 } }) as BackendSummary
const mock = backend('dev-a-mock', 'mock')
const live = backend('dev-a', 'live')

describe('the submit form', () => {
  it('prefers a free backend that is online', () => {
    expect(preferredBackend([live, backend('off-mock', 'mock', false), mock])).toBe(mock)
    expect(preferredBackend([live])).toBe(live)
    expect(preferredBackend([])).toBeUndefined()
    expect(backendOf({ ...FIRST_FIELDS, backend: 'dev-a' }, [mock, live])).toBe(live)
    expect(backendOf({ ...FIRST_FIELDS, backend: 'gone' }, [live, mock])).toBe(mock)
  })

  it('starts without faults, and sends the least', () => {
    expect(fieldFaults(FIRST_FIELDS, mock)).toEqual({})
    const body = bodyOf(FIRST_FIELDS, mock, ghzCircuit(2))
    expect(body).toEqual({ backend: 'dev-a-mock', shots: 1_000, circuit: ghzCircuit(2) })
  })

  it('places a circuit on a device alone, and says what is no list of its qubits', () => {
    const fields: typeof FIRST_FIELDS = { ...FIRST_FIELDS, initial_layout: '3, 4 ,7', routing: 'none' }
    expect(fieldFaults(fields, live)).toEqual({})
    const { options } = SubmitJob.parse(bodyOf(fields, live, ghzCircuit(3)))
    expect(options).toEqual({ initial_layout: [3, 4, 7], routing: 'none' })
    expect(bodyOf(fields, mock, ghzCircuit(3)).options).toBeUndefined()
    for (const typed of ['3,', 'a', '1 2', '-1', '1.5', '20000', '3,3']) {
      const faults = fieldFaults({ ...fields, initial_layout: typed }, live)
      expect(faults.initial_layout).toMatch(/^(Qubits of the device|Each qubit)/)
    }
  })

  it('says that a circuit measures nothing before the service is asked, unless values are asked for', () => {
    const bare = { num_qubits: 1, instructions: [{ name: 'h', qubits: [0] }] }
    expect(missingForSubmit(bare, FIRST_FIELDS)).toMatch(/measures nothing/)
    expect(missingForSubmit(bare, { ...FIRST_FIELDS, observables: 'Z0' })).toBeNull()
    expect(missingForSubmit(ghzCircuit(2), FIRST_FIELDS)).toBeNull()
    const swept = { ...FIRST_FIELDS, parameters: 'theta\n0.1\n0.2' }
    // The table of parameters belongs to an earlier circuit: it is kept, and not sent.
    expect(missingForSubmit(ghzCircuit(2), swept)).toBeNull()
    expect(isTableOfAnother(ghzCircuit(2), swept)).toBe(true)
    expect(bodyOf(swept, mock, ghzCircuit(2)).parameters).toBeUndefined()
    const turned = { num_qubits: 1, instructions: [{ name: 'rx', qubits: [0], params: ['2 * theta'] }] }
    expect(missingForSubmit(turned, { ...swept, observables: 'Z0' })).toBeNull()
    expect(bodyOf(swept, mock, turned).parameters?.names).toEqual(['theta'])
    expect(missingForSubmit(turned, { ...FIRST_FIELDS, observables: 'Z0' })).toMatch(/the input theta: give values/)
    const wide = { ...swept, observables: 'Z0', parameters: 'theta, phi\n0.1, 2' }
    expect(missingForSubmit(turned, wide)).toMatch(/uses phi/)
  })

  it('sends what is filled in, as the contract wants it', () => {
    const fields = {
      ...FIRST_FIELDS,
      shots: '20',
      seed: '7',
      noise: 'calibrated',
      precision: 'float32',
      name: ' Bell ',
      tags: 'a, b,,a ',
    } as const
    const body = bodyOf(fields, mock, ghzCircuit(2))
    expect(body).toMatchObject({
      shots: 20,
      seed: 7,
      options: { noise: 'calibrated', precision: 'float32' },
      name: 'Bell',
      tags: ['a', 'b'],
    })
    expect(SubmitJob.parse(body)).toEqual(body)
    expect(bodyOf(fields, live, ghzCircuit(2)).options).toBeUndefined()
  })

  it.each([
    ['shots', ''],
    ['shots', '0'],
    ['shots', '5001'],
    ['shots', '1.5'],
    ['shots', '1e3'],
    ['seed', '-1'],
    ['seed', '9007199254740992'],
    ['seed', 'x'],
    ['name', 'n'.repeat(201)],
    ['tags', 't'.repeat(65)],
    ['tags', Array.from({ length: 21 }, (_, at) => at).join(',')],
  ])('refuses %s "%s" before it is sent', (field, value) => {
    expect(Object.keys(fieldFaults({ ...FIRST_FIELDS, [field]: value }, mock))).toEqual([field])
  })
})
