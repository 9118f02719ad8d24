import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedHolds } from '../../../main/device/shared-holds'
import { createLeases, worksOf } from '../../../main/instruments/registry/leases'
import { holderOf } from './rack'

it('instruments that two devices share are held under the ids of their runs and jobs, and stay held until the last of these ends', async () => {
  const shown = () => worksOf(leases.holderOf('bias')!).map(({ id, kind }) => `${kind} ${id}`)
  const reported: string[][] = []
  const leases = createLeases(id => void (leases.holderOf(id) && reported.push(shown())))
  const holds = sharedHolds({ leases })
  const options = { signal: new AbortController().signal, onRevoked: () => {} }
  const leaveRun = await holds.join(['bias'], holderOf('run-1'), options)
  const leaveJob = await holds.join(['bias'], holderOf('job-2', 'job'), options)
  leaveRun()
  expect(() => leases.check('bias', 'operator:ana')).toThrow('job job-2 holds it')
  expect(leases.holderOf('bias')?.label).toBe('job job-2')
  leaveJob()
  expect(leases.holderOf('bias')).toBeNull()
  expect(reported).toEqual([['run run-1'], ['run run-1', 'job job-2'], ['job job-2']])
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
  expect(leases.waiting('bias')).toEqual([])
  operator.release()
  await expect.poll(() => leases.holderOf('bias')).toBeNull()
})

it('works that join and are cancelled or leave at random leave neither a lease nor an entry in the queue behind', async () => {
  const step = fc.record({
    does: fc.constantFrom('join', 'cancel', 'leave', 'operator', 'revoke', 'pause'),
    which: fc.nat(5),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      const leases = createLeases()
      const holds = sharedHolds({ leases })
      const works: { cancel: AbortController; left: Promise<() => void> }[] = []
      for (const { does, which } of steps) {
        const work = works[which % Math.max(1, works.length)]
        if (does === 'join') {
          const cancel = new AbortController()
          const left = holds.join(['bias', 'flux'].slice(which % 2), holderOf(`run-${works.length}`), {
            signal: cancel.signal,
            onRevoked: () => {},
          })
          left.catch(() => {})
          works.push({ cancel, left })
        } else if (does === 'cancel') work?.cancel.abort(new Error('cancelled'))
        else if (does === 'leave') void work?.left.then(leave => leave()).catch(() => {})
        else if (does === 'revoke') leases.revoke('bias', 'safe state')
        else if (does === 'operator') {
          const asked = leases.acquire(['bias'], { id: `operator-${which}`, label: 'ana', kind: 'operator' })
          void asked.then(lease => setImmediate(lease.release))
        } else await new Promise(resolve => setImmediate(resolve))
      }
      for (const { cancel, left } of works) {
        cancel.abort(new Error('cancelled'))
        void left.then(leave => leave()).catch(() => {})
      }
      await new Promise(resolve => setImmediate(resolve))
      const runs = ['bias', 'flux'].flatMap(id => leases.waiting(id)).filter(({ kind }) => kind !== 'operator')
      expect(runs).toEqual([])
      for (const id of ['bias', 'flux']) {
        const holder = leases.holderOf(id)
        if (holder) expect(holder.kind).toBe('operator')
      }
    }),
  )
})
