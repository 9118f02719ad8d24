/** Runs and maps of a served device as the stream of the lab reports them. */
import { afterEach, describe, expect, it } from 'vitest'
import { runningService } from '../../../../main/cli/io/client'
import { routes } from '../../../../main/contract/routes'
import { listen, openChiplets } from './served-chiplets'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('a device whose second calibration is imported while it is served', () => {
  it('reports the progress of its runs and maps', async () => {
    // The first has no layout at its first calibration.
    const { service, data } = await openChiplets(closing, 1)
    const client = runningService(data)!
    const { secret } = await client.call(routes.createKey, { body: { name: 'ci', roles: ['qec'] } })
    const frames = await listen(closing, service.url, { authorization: `Bearer ${secret}` })
    const { logical_qubits } = await client.call(routes.listLogicalQubits, { params: { backend_id: 'dev-a-mock' } })
    const { logical_id } = logical_qubits[0]!
    const params = { backend_id: 'dev-a-mock', logical_id }
    const request = { mode: 'correction' as const, rounds: [1], shots: 100, states: ['0' as const] }
    const run = await client.call(routes.createRun, { params, body: { ...request, override: true } })
    const study = await client.call(routes.createStudy, { params, body: { ...request, scales: [0.5, 1] } })
    const statuses = (id: string) => {
      const of = frames
        .filter(frame => frame.type === 'run' || frame.type === 'study')
        .filter(frame => id === (frame.type === 'run' ? frame.run_id : frame.study_id))
      expect(of.every(frame => frame.logical_id === logical_id && frame.backend_id === 'dev-a-mock')).toBe(true)
      return of.map(({ status }) => status).filter((status, i, all) => status !== all[i - 1])
    }
    const whole = ['PENDING', 'PROCESSING', 'COMPLETED']
    await expect.poll(() => statuses(run.run_id)).toEqual(whole)
    await expect.poll(() => statuses(study.study_id)).toEqual(whole)
  })
})
