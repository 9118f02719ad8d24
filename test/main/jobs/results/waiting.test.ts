import { afterEach, describe, expect, it } from 'vitest'
import { createEventLog } from '../../../../main/events/event-log'
import type { JobAbout, JobEvents } from '../../../../main/jobs/model/job'
import { createJobWaits, MAX_WAITING } from '../../../../main/jobs/results/waiting'
import { alice, bob, closeJobServices, codeOf, openJobService, request, settle } from '../fixture'

afterEach(closeJobServices)

const A_MINUTE = { seconds: 60, owner: 'key' }

/** Waits on a log of their own, and what announces a job's progress. */
function open() {
  const events: JobEvents = createEventLog<never, JobAbout>(Date.now)
  const tell = (job_uuid: string) =>
    events.publish({ type: 'progress', job_uuid, backend: 'dev-a', fraction: 0.5 }, { owner: 'key', job_uuid })
  return { waits: createJobWaits(events), tell }
}

/** What a promise has come to by now. */
const stateOf = async (promise: Promise<unknown>): Promise<string> => {
  const state = promise.then(
    () => 'done',
    error => String(error.code ?? error),
  )
  await settle()
  return Promise.race([state, 'open'])
}

describe('a caller who waits for a job', () => {
  it('is answered at the first event at which it is over, and looks at no other', async () => {
    const { waits, tell } = open()
    let [looks, over] = [0, false]
    const waiting = waits.until(
      'a',
      () => {
        looks += 1
        return over
      },
      A_MINUTE,
    )
    tell('b')
    tell('a')
    expect(await stateOf(waiting)).toBe('open')
    over = true
    tell('b')
    expect(await stateOf(waiting)).toBe('open')
    tell('a')
    expect(await stateOf(waiting)).toBe('done')
    tell('a')
    // Once at the start, then at the two events of the job.
    expect(looks).toBe(3)
  })

  it('is answered at the end of the time', async () => {
    const { waits } = open()
    await waits.until('a', () => false, { ...A_MINUTE, seconds: 0.01 })
  })

  it('stops waiting when its client disconnects', async () => {
    const { waits, tell } = open()
    const leaving = new AbortController()
    const waiting = waits.until('a', () => false, { ...A_MINUTE, signal: leaving.signal })
    leaving.abort(new Error('gone'))
    expect(await stateOf(waiting)).toBe('Error: gone')
    tell('a')
    await expect(waits.until('a', () => false, { ...A_MINUTE, signal: leaving.signal })).rejects.toThrow('gone')
  })

  it('gets the error where the job can no longer be read', async () => {
    const { waits, tell } = open()
    let gone = false
    const waiting = waits.until(
      'a',
      () => {
        if (gone) throw new Error('deleted')
        return false
      },
      A_MINUTE,
    )
    gone = true
    tell('a')
    expect(await stateOf(waiting)).toBe('Error: deleted')
  })

  it('is refused where as many of its key wait as may, and let in again when one has left', async () => {
    const { waits, tell } = open()
    let over = false
    const wait = (owner: string | null) => waits.until('a', () => over, { seconds: 60, owner })
    const all = Array.from({ length: MAX_WAITING }, () => wait('key'))
    expect(await codeOf(() => wait('key'))).toBe('too_many_waiting')
    const others = [wait('other'), wait(null)]
    over = true
    tell('a')
    await Promise.all([...all, ...others])
    over = false
    expect(await stateOf(wait('key'))).toBe('open')
  })

  it('is answered when the service stops, as are all later callers', async () => {
    const { waits } = open()
    const waiting = waits.until('a', () => false, A_MINUTE)
    waits.answerAll()
    await waiting
    await waits.until('a', () => false, A_MINUTE)
  })
})

describe('waiting for a job of the service', () => {
  it('answers its detail and its result once it is completed', async () => {
    const { jobs, waiting } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    await settle()
    const detail = jobs.get(job_uuid, alice, { query: { circuit: false, wait: 60 } })
    const result = jobs.result(job_uuid, alice, { query: { wait: 60 } })
    const shots = jobs.shots(job_uuid, alice, { query: { wait: 60 } })
    expect(await stateOf(result)).toBe('open')
    waiting[0]!.finish()
    expect(await detail).toMatchObject({ status: 'COMPLETED' })
    expect(await result).toMatchObject({ counts: { 0: 100 } })
    expect((await shots).length).toBe(100)
  })

  it('answers for the rows of a sweep once it is over, also that it is none', async () => {
    const { jobs, waiting } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    await settle()
    const wait = 60
    const asked = [
      jobs.rows(job_uuid, alice, { query: { limit: 100, wait } }),
      jobs.series(job_uuid, alice, { query: { outcome: '0', wait } }),
      jobs.values(job_uuid, alice, { query: { format: 'json', wait } }),
    ]
    expect(await Promise.all(asked.map(stateOf))).toEqual(['open', 'open', 'open'])
    waiting[0]!.finish()
    expect(await Promise.all(asked.map(each => codeOf(() => each)))).toEqual(['conflict', 'conflict', 'conflict'])
  })

  it('ends with the time, which says when to ask again, and with an abort', async () => {
    const { jobs } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    await settle()
    const late = await jobs.result(job_uuid, alice, { query: { wait: 0.01 } }).catch(error => error)
    expect(late).toMatchObject({ code: 'result_not_ready', details: { status: 'PROCESSING', retry_after_s: 1 } })
    expect(await jobs.get(job_uuid, alice, { query: { wait: 0.01 } })).toMatchObject({ status: 'PROCESSING' })
    const waiting = jobs.result(job_uuid, alice, { query: { wait: 60 } })
    await settle()
    await jobs.abort(job_uuid, alice)
    expect(await stateOf(waiting)).toBe('job_aborted')
  })

  it('ends when the job is deleted, and is nothing for another key', async () => {
    const { jobs } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    expect(await codeOf(() => jobs.get(job_uuid, bob, { query: { wait: 60 } }))).toBe('not_found')
  })
})
