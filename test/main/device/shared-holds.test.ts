import { expect, it } from 'vitest'
import { sharedHolds } from '../../../main/device/shared-holds'
import { createLeases, worksOf } from '../../../main/instruments/registry/leases'
import { holderOf } from './rack'

it('instruments that two devices share are held under the ids of their runs and jobs, and stay held for whoever is left', async () => {
  const shown = () => worksOf(leases.holderOf('bias')!).map(({ id, kind }) => `${kind} ${id}`)
  const told: string[][] = []
  const leases = createLeases(id => void (leases.holderOf(id) && told.push(shown())))
  const holds = sharedHolds({ leases })
  const options = { signal: new AbortController().signal, onRevoked: () => {} }
  const leaveRun = await holds.join(['bias'], holderOf('run-1'), options)
  const leaveJob = await holds.join(['bias'], holderOf('job-2', 'job'), options)
  leaveRun()
  expect(() => leases.check('bias', 'operator:ana')).toThrow('job job-2 holds it')
  expect(leases.holderOf('bias')?.label).toBe('job job-2')
  leaveJob()
  expect(leases.holderOf('bias')).toBeNull()
  expect(told).toEqual([['run run-1'], ['run run-1', 'job job-2'], ['job job-2']])
})

it('work that waits behind an operator is named in the queue, and holds nothing once it has given up', async () => {
  const leases = createLeases()
  const operator = await leases.acquire(['bias'], { id: 'operator:ana', label: 'ana', kind: 'operator' })
  const cancel = new AbortController()
  const joining = sharedHolds({ leases }).join(['bias'], holderOf('run-1'), {
    signal: cancel.signal,
    onRevoked: () => {},
  })
  expect(leases.waiting('bias').flatMap(worksOf)).toMatchObject([{ id: 'run-1' }])
  cancel.abort(new Error('cancelled'))
  await expect(joining).rejects.toThrow('cancelled')
  operator.release()
  await expect.poll(() => leases.holderOf('bias')).toBeNull()
})
