import { afterEach, describe, expect, it } from 'vitest'
import { IDEMPOTENCY_MS } from '../../../../main/jobs/intake/idempotency'
import { openMemoryStore } from '../../store/memory-store'
import {
  alice,
  balance,
  bob,
  closeJobServices,
  codeOf,
  jobsIn,
  liveRequest,
  openJobService,
  request,
  rich,
  stopJobServices,
} from '../fixture'

afterEach(closeJobServices)

describe('an Idempotency-Key', () => {
  it('answers the same job to the same body, and charges once', async () => {
    const service = rich()
    const first = await service.jobs.submit(liveRequest, { caller: alice, key: 'k' })
    expect(await service.jobs.submit({ ...liveRequest }, { caller: alice, key: 'k' })).toEqual(first)
    expect(jobsIn(service)).toBe(1)
    expect(balance(service).reserved).toBe(5)
  })

  it('is refused for another body, and while the first is not answered', async () => {
    const service = rich()
    const first = service.jobs.submit(liveRequest, { caller: alice, key: 'k' })
    expect(await codeOf(() => service.jobs.submit(liveRequest, { caller: alice, key: 'k' }))).toBe(
      'idempotency_in_flight',
    )
    await first
    expect(await codeOf(() => service.jobs.submit({ ...liveRequest, shots: 1 }, { caller: alice, key: 'k' }))).toBe(
      'idempotency_conflict',
    )
    expect(jobsIn(service)).toBe(1)
  })

  it('of one key means nothing for another', async () => {
    const service = rich()
    const first = await service.jobs.submit(liveRequest, { caller: alice, key: 'k' })
    const other = await service.jobs.submit({ ...liveRequest, shots: 3 }, { caller: bob, key: 'k' })
    expect(other.job_uuid).not.toBe(first.job_uuid)
  })

  it('of a submit that was refused may be used again', async () => {
    const service = rich(1)
    expect(await codeOf(() => service.jobs.submit(liveRequest, { caller: alice, key: 'k' }))).toBe(
      'insufficient_tokens',
    )
    service.ledger.purchase('compute_token', 10_000_000)
    expect(await codeOf(() => service.jobs.submit(liveRequest, { caller: alice, key: 'k' }))).toBeNull()
  })

  it('is known over a restart, for a day', async () => {
    const store = openMemoryStore()
    const first = await openJobService(store).jobs.submit(request, { caller: alice, key: 'k' })
    await stopJobServices()
    expect(await openJobService(store).jobs.submit(request, { caller: alice, key: 'k' })).toEqual(first)
    const tomorrow = 1_700_000_000_000 + IDEMPOTENCY_MS + 60_000
    const later = openJobService(store, { now: () => tomorrow })
    expect(await later.jobs.submit(request, { caller: alice, key: 'k' })).not.toEqual(first)
  })
})
