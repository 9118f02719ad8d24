import { afterEach, describe, expect, it } from 'vitest'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import { alice, closeDesks, coin, type Desk, openDesk, settle, stopDesks } from '../fixture'

afterEach(closeDesks)

const LARGE = 300
const batch: SubmitJob = { backend: 'dev-a-mock', shots: 10, seed: 1, circuits: Array<Circuit>(LARGE).fill(coin) }
const count = ({ store }: Desk) => store.db.prepare('SELECT count(*) FROM jobs').pluck().get()
const listed = ({ jobs }: Desk) => jobs.list({ limit: 200 }, alice).items.length
const turn = () => new Promise(resolve => setImmediate(resolve))

describe('a batch that takes several transactions', () => {
  it('is in no list before all of it is there, and then whole and in its order', async () => {
    const desk = openDesk()
    const submitting = desk.jobs.submit(batch, alice)
    const seen: [unknown, number][] = []
    let done = false
    submitting.then(() => {
      done = true
    })
    for (; !done; await turn()) seen.push([count(desk), listed(desk)])
    const partly = seen.filter(([rows]) => rows !== 0 && rows !== LARGE)
    expect(partly.length).toBeGreaterThan(0)
    for (const [, shown] of partly) expect(shown).toBe(0)
    const { job_uuids } = await submitting
    expect(desk.jobs.list({ limit: 200 }, alice).items.map(({ job_uuid }) => job_uuid)).toEqual(
      job_uuids!.toReversed().slice(0, 200),
    )
    const last = await desk.jobs.get(job_uuids!.at(-1)!, alice)
    expect(last).toMatchObject({ seed: LARGE, started_at: null })
  })

  it('leaves no row where its last piece cannot be written', async () => {
    const desk = openDesk()
    desk.store.db.exec(`CREATE TRIGGER full BEFORE INSERT ON job_circuits WHEN NEW.sequence > 270
      BEGIN SELECT RAISE(ABORT, 'full'); END`)
    await expect(desk.jobs.submit(batch, alice)).rejects.toThrow('full')
    expect([count(desk), listed(desk)]).toEqual([0, 0])
    const small = await desk.jobs.submit({ ...batch, circuits: [coin] }, alice)
    await settle()
    expect(listed(desk)).toBe(1)
    expect(await desk.jobs.get(small.job_uuid, alice)).toMatchObject({ shots: 10 })
  })

  it('that the end of the process left half written is gone at the next start', async () => {
    const desk = openDesk()
    await desk.jobs.submit({ ...batch, circuits: [coin] }, alice)
    await stopDesks()
    desk.store.db.exec('UPDATE jobs SET started_at = -1, fresh = 1')
    const next = openDesk(desk.store)
    expect([count(next), listed(next)]).toEqual([0, 0])
  })
})
