import { expect, it } from 'vitest'
import type { JobStatus } from '../../../../../main/contract/jobs/status'
import type { Caller } from '../../../../../main/contract/service/account'
import { measuredQubits } from '../../../../../main/entropy/supply/feeds/measured-qubits'
import { BackendInUse, NothingMeasured } from '../../../../../main/entropy/supply/feeds/qubit-feed'

const OWNER: Caller = { kind: 'key', key_id: 'k', name: 'qubits', roles: ['jobs'] }

/** A job service that ends each job with the last of these statuses; others open jobs beside it. */
function jobService(statuses: readonly JobStatus[], { others = 0, later = 0 } = {}) {
  const done: string[] = []
  const left = [...statuses]
  let queued = others
  const jobs = {
    queueLength: () => queued,
    async submit({ shots, backend }: { shots: number; backend: string }, caller: Caller) {
      done.push(`submit ${shots} on ${backend} as ${caller.name}`)
      queued += 1 + later
      return { job_uuid: 'j' }
    },
    status: async () => left.shift()!,
    abort: async () => void done.push('abort'),
    remove: async () => void done.push('remove'),
    shots: async (_: string, caller: Caller) => {
      done.push(`shots as ${caller.name}`)
      return Uint8Array.of(0b10110, 0b00001)
    },
  }
  return { jobs, done, measure: measuredQubits({ jobs, backend: 'dev-mock', owner: () => OWNER }) }
}

it('qubits are measured by a job of the owner, one bit to a byte, and the job is deleted', async () => {
  const { done, measure } = jobService(['PENDING', 'PROCESSING', 'COMPLETED'])
  expect([...(await measure(2))]).toEqual([0, 1, 1, 0, 1, 1, 0, 0, 0, 0])
  expect(done).toEqual(['submit 2 on dev-mock as qubits', 'shots as qubits', 'remove'])
})

it('nothing is submitted where others use the backend, and what waits when one comes is taken back', async () => {
  const before = jobService([], { others: 1 })
  await expect(before.measure(2)).rejects.toThrow(BackendInUse)
  expect(before.done).toEqual([])
  const after = jobService(['PENDING'], { later: 1 })
  await expect(after.measure(2)).rejects.toThrow(BackendInUse)
  expect(after.done.slice(1)).toEqual(['abort', 'remove'])
})

it('a submit that is refused, or a lab without the owner, measures nothing and says why', async () => {
  const { jobs } = jobService([])
  const submit = () => Promise.reject(new Error('Not enough compute tokens'))
  const unpaid = measuredQubits({ jobs: { ...jobs, submit }, backend: 'dev', owner: () => OWNER })
  await expect(unpaid(2)).rejects.toThrow(new NothingMeasured('Not enough compute tokens'))
  const owner = () => {
    throw new Error('there is no API key')
  }
  await expect(measuredQubits({ jobs, backend: 'dev', owner })(2)).rejects.toBeInstanceOf(NothingMeasured)
})

it('a job that fails is reported by how it ended', async () => {
  await expect(jobService(['FAILED']).measure(2)).rejects.toThrow('ended as FAILED')
})
