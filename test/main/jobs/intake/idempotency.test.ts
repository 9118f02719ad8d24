import { afterEach, describe, expect, it } from 'vitest'
import { IDEMPOTENCY_MS } from '../../../../main/jobs/intake/idempotency'
import { openMemoryStore } from '../../store/memory-store'
import {
  alice,
  balance,
  bob,
  closeDesks,
  codeOf,
  jobsIn,
  liveRequest,
  openDesk,
  request,
  rich,
  stopDesks,
} from '../fixture'

afterEach(closeDesks)

describe('an Idempotency-Key', () => {
  it('answers the same job to the same body, and charges once', async () => {
    const desk = rich()
    const first = await desk.jobs.submit(liveRequest, { caller: alice, key: 'k' })
    expect(await desk.jobs.submit({ ...liveRequest }, { caller: alice, key: 'k' })).toEqual(first)
    expect(jobsIn(desk)).toBe(1)
    expect(balance(desk).reserved).toBe(5)
  })

  it('is refused for another body, and while the first is not answered', async () => {
    const desk = rich()
    const first = desk.jobs.submit(liveRequest, { caller: alice, key: 'k' })
    expect(await codeOf(() => desk.jobs.submit(liveRequest, { caller: alice, key: 'k' }))).toBe('idempotency_in_flight')
    await first
    expect(await codeOf(() => desk.jobs.submit({ ...liveRequest, shots: 1 }, { caller: alice, key: 'k' }))).toBe(
      'idempotency_conflict',
    )
    expect(jobsIn(desk)).toBe(1)
  })

  it('of one key means nothing for another', async () => {
    const desk = rich()
    const first = await desk.jobs.submit(liveRequest, { caller: alice, key: 'k' })
    const other = await desk.jobs.submit({ ...liveRequest, shots: 3 }, { caller: bob, key: 'k' })
    expect(other.job_uuid).not.toBe(first.job_uuid)
  })

  it('of a submit that was refused may be used again', async () => {
    const desk = rich(1)
    expect(await codeOf(() => desk.jobs.submit(liveRequest, { caller: alice, key: 'k' }))).toBe('insufficient_tokens')
    desk.ledger.purchase('compute_token', 10_000_000)
    expect(await codeOf(() => desk.jobs.submit(liveRequest, { caller: alice, key: 'k' }))).toBeNull()
  })

  it('is known over a restart, for a day', async () => {
    const store = openMemoryStore()
    const first = await openDesk(store).jobs.submit(request, { caller: alice, key: 'k' })
    await stopDesks()
    expect(await openDesk(store).jobs.submit(request, { caller: alice, key: 'k' })).toEqual(first)
    const tomorrow = 1_700_000_000_000 + IDEMPOTENCY_MS + 60_000
    const later = openDesk(store, { now: () => tomorrow })
    expect(await later.jobs.submit(request, { caller: alice, key: 'k' })).not.toEqual(first)
  })
})
