import { describe, expect, it } from 'vitest'
import { routes } from '../../../../main/contract/routes'
import { addressOf } from '../../../../renderer/src/api/transport/address'

describe('addressOf', () => {
  it('fills the parameters of a path', () => {
    const params = { backend_id: 'dev-a-mock', logical_id: 'a00.L' }
    expect(addressOf(routes.getLogicalQubit, { params, query: {}, segment: 'svc' })).toBe(
      '/v1/backends/dev-a-mock/logical-qubits/a00.L',
    )
  })

  it('writes the configured segment in place of svc', () => {
    expect(addressOf(routes.listJobs, { params: {}, query: {}, segment: 'pentad' })).toBe('/api/pentad/quantum/jobs')
    expect(addressOf(routes.health, { params: {}, query: {}, segment: 'pentad' })).toBe('/healthz')
  })

  it('escapes what a path segment and a query may not hold', () => {
    expect(
      addressOf({ path: '/x/:name' }, { params: { name: '../a b?' }, query: { cursor: 'a&b=ü' }, segment: 'svc' }),
    ).toBe('/x/..%2Fa%20b%3F?cursor=a%26b%3D%C3%BC')
  })

  it('leaves out what the query does not say', () => {
    expect(addressOf({ path: '/x' }, { params: {}, query: { a: undefined, b: '', limit: 0 }, segment: 'svc' })).toBe(
      '/x?limit=0',
    )
  })

  it('refuses a missing parameter by name', () => {
    expect(() => addressOf(routes.getJob, { params: {}, query: {}, segment: 'svc' })).toThrow('job_uuid')
  })
})
