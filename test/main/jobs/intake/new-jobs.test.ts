import { expect, it } from 'vitest'
import { JobId } from '../../../../main/contract/jobs/submit'
import { createIds } from '../../../../main/jobs/intake/new-jobs'

const START = Date.parse('2026-01-01T00:00:00Z')
const short = (id: string) => id.slice(0, 8)

it('ids are UUIDs in the order of their making that differ in their first eight digits', () => {
  const next = createIds(() => START)
  const ids = Array.from({ length: 5000 }, next)
  for (const job_uuid of ids) expect(JobId.safeParse({ job_uuid }).success).toBe(true)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids.map(short)).size).toBe(ids.length)
})

it('ids of two makers at the same time differ, and a clock that is set back changes nothing', () => {
  let time = START
  const [one, other] = [createIds(() => time), createIds(() => time)]
  expect(one()).not.toBe(other())
  const before = one()
  time -= 3_600_000
  expect(short(one()) > short(before)).toBe(true)
})
