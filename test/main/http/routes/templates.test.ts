import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { circuitTemplates, templateText } from '../../../../main/circuit-templates/templates'
import { AppError } from '../../../../main/contract/model/errors'
import { routes } from '../../../../main/contract/routes'
import { ProblemSchema } from '../../../../main/http/openapi/schemas'
import { templateHandlers } from '../../../../main/http/routes/circuits'
import { parseQasm } from '../../circuits/qasm/parse-qasm'
import { raw, type Served, serve } from '../test-server'

const TEMPLATES = '/api/svc/quantum/circuits/templates'
const readoutOf = (logical_id: string) => `/v1/backends/dev-a/logical-qubits/${logical_id}/readout`
const readout = (_backend: string, logical_id: string, { logical }: { logical: string }) =>
  logical_id === 'c0.L0'
    ? Promise.resolve({ name: `Readout of ${logical}`, text: 'OPENQASM 3.0;\n' })
    : Promise.reject(new AppError('not_found', `There is no module ${logical_id}.`))

let served: Served
beforeAll(async () => {
  served = await serve({ handlers: templateHandlers({ list: circuitTemplates, text: templateText, readout }) })
})
afterAll(() => served.stop())

const fetched = async (path: string, role: 'jobs' | 'qec' | 'entropy' | null, method = 'GET') => {
  const host = `127.0.0.1:${served.port}`
  const headers = { host, ...(role && { authorization: `Bearer ${served.keyFor(role)}` }) }
  const { status, text } = await raw(served.port, { path, method, headers })
  return { status, reply: JSON.parse(text) }
}

describe('the routes of templates', () => {
  it('list every template, and write each so that it can be read', async () => {
    const { reply } = await fetched(TEMPLATES, 'jobs')
    const { items } = routes.listTemplates.reply.parse(reply)
    expect(items.length).toBeGreaterThan(3)
    for (const { template, qubits } of items) {
      const { status, reply } = await fetched(
        `${TEMPLATES}/${template}${qubits ? `?qubits=${qubits.max}` : ''}`,
        'jobs',
      )
      expect(status).toBe(200)
      const { circuit } = parseQasm(routes.getTemplate.reply.parse(reply).text)
      if (qubits) expect(circuit.num_qubits).toBe(qubits.max)
    }
  })

  it.each([
    ['ghz?qubits=1', '#query/qubits'],
    ['ghz?qubits=101', '#query/qubits'],
    ['ghz?qubits=2.5', '#query/qubits'],
    ['ghz?qubits=1e999', '#query/qubits'],
    ['ghz?qubits=NaN', '#query/qubits'],
    ['ghz?qubits=3&qubits=4', '#query/qubits'],
    ['ghz?size=3', '#query/size'],
    ['ghz?qubits=3&__proto__=1', '#query/__proto__'],
  ])('refuse %s with the pointer', async (path, pointer) => {
    const { status, reply } = await fetched(`${TEMPLATES}/${path}`, 'jobs')
    const problem = ProblemSchema.strict().parse(reply)
    expect([status, problem.error, problem.errors.map(one => one.pointer)]).toEqual([400, 'invalid_request', [pointer]])
  })

  it.each([
    'teleportation?qubits=4',
    'nothing',
    'constructor',
    '__proto__',
    '..%2f..%2fetc%2fpasswd',
    `${'x'.repeat(300)}`,
  ])('say what is wrong with %s', async path => {
    const { status, reply } = await fetched(`${TEMPLATES}/${path}`, 'jobs')
    expect([400, 404, 414]).toContain(status)
    expect(ProblemSchema.strict().parse(reply).detail.length).toBeGreaterThan(5)
  })

  it('keep strangers and other roles out', async () => {
    for (const path of [TEMPLATES, `${TEMPLATES}/ghz`]) {
      expect(await fetched(path, null)).toMatchObject({ status: 401 })
      expect(await fetched(path, 'entropy')).toMatchObject({ status: 403 })
      expect(await fetched(path, 'jobs', 'DELETE')).toMatchObject({ status: 405 })
    }
    expect(await fetched(readoutOf('c0.L0'), 'jobs')).toMatchObject({ status: 403 })
  })

  it('read out a module as X, Y or Z, and nothing else', async () => {
    expect(await fetched(`${readoutOf('c0.L0')}?logical=Y`, 'qec')).toMatchObject({
      status: 200,
      reply: { name: 'Readout of Y' },
    })
    expect(await fetched(`${readoutOf('c0.L0')}?logical=W`, 'qec')).toMatchObject({ status: 400 })
    expect(await fetched(`${readoutOf('c0.L0')}?logical=X&logical=Z`, 'qec')).toMatchObject({ status: 400 })
    expect(await fetched(readoutOf('none'), 'qec')).toMatchObject({ status: 404 })
  })
})
