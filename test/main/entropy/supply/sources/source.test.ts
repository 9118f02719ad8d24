import { afterEach, expect, it, vi } from 'vitest'
import type { Assessor } from '../../../../../main/entropy/supply/assessment/assessor'
import type { SampleFeed } from '../../../../../main/entropy/supply/feeds/sample-feed'
import { asClaimed, CALLER, detector, supplied } from '../supplied'

const WAIT = { timeout: 30_000 }
let open: ReturnType<typeof supplied> | null = null
afterEach(() => {
  open?.close()
  open = null
})
const start = (...args: Parameters<typeof supplied>) => {
  open = supplied(...args)
  return open
}

/** Each sample is the lowest byte of its number, so that a test sees which samples were served. */
function counted(): SampleFeed & { count: number } {
  const feed = {
    count: 0,
    read: async (most: number) => Uint8Array.from({ length: most }, () => (feed.count++ * 101) & 0xff),
    pause_ms: 0,
    afterRestart: null,
    setFaults: null,
    close: () => undefined,
  }
  return feed
}

it('a source sleeps until it is first needed', async () => {
  let opened = 0
  const { supply } = start([
    detector('src-a', {
      open: () => {
        opened += 1
        return counted()
      },
    }),
  ])
  expect(supply.summaries()[0]).toMatchObject({ health: 'idle', entropy: null, available_bytes: 0 })
  expect(opened).toBe(0)
  supply.quality('src-a')
  await expect.poll(() => opened, WAIT).toBe(1)
})

it('it reads until its store is full, then no more, and again below the low watermark', async () => {
  const feed = counted()
  const { supply } = start([detector('src-a', { open: () => feed })])
  const source = supply.sources.get('src-a')
  source.wake()
  await expect
    .poll(() => source.pool.figures(), WAIT)
    .toMatchObject({ bytes: 16_384, raw_bits: 160_000, state: 'full' })
  const read = feed.count
  await expect.poll(() => feed.count === read).toBe(true)
  source.takeBytes(8_193)
  await expect.poll(() => source.pool.figures().state, WAIT).toBe('full')
  expect(feed.count).toBeGreaterThan(read)
})

it('samples that were assessed are never conditioned: the first ones in store come after them', async () => {
  const assessed: number[] = []
  const feed = counted()
  const { supply } = start([detector('src-a', { open: () => feed })], {
    assessor: async ({ samples, bits, claimed }) => {
      assessed.push(samples.length)
      const decided_by = { of: 'claimed', estimator: null } as const
      const entropies = { h_claimed: claimed, h_original: claimed, h_bitstring: null, h_assessed: claimed }
      return {
        assessment: { samples: samples.length, bits, ...entropies, decided_by, original: [], bitstring: [] },
        restart: null,
      }
    },
  })
  const source = supply.sources.get('src-a')
  source.wake()
  await expect.poll(() => source.pool.figures().bytes > 0, WAIT).toBe(true)
  expect(assessed).toEqual([100_000])
  const { conditioned, surplus_samples, raw_bits } = source.pool.figures()
  const served = (conditioned / 64) * 96 + surplus_samples + raw_bits / 8
  expect(served).toBeLessThanOrEqual(feed.count - 100_000)
})

it('a source that cannot be read says why, and goes on once it can', async () => {
  let broken = true
  const feed = counted()
  const read = async (most: number) => {
    if (broken) throw new Error('the cable is out')
    return feed.read(most)
  }
  const { supply } = start([detector('src-a', { open: () => ({ ...feed, read }) })])
  supply.quality('src-a')
  await expect.poll(() => supply.summaries()[0]!.problem, WAIT).toBe('the cable is out')
  broken = false
  await expect.poll(() => supply.summaries()[0]!.problem, WAIT).toBe(null)
})

it('a budget of bytes a day ends draws until the next day, also over a restart', async () => {
  const { supply, clock, again } = start([detector('src-a')])
  supply.change('src-a', { budget_bytes_per_day: 100 }, CALLER)
  const who = () => ({ caller: CALLER, idempotency_key: crypto.randomUUID() })
  await supply.draws.draw({ mode: 'source', bytes: 64, id: 'src-a' }, who())
  const refused = { code: 'source_empty', details: { reason: 'budget_spent' } }
  await expect(supply.draws.draw({ mode: 'source', bytes: 64, id: 'src-a' }, who())).rejects.toMatchObject(refused)
  expect(supply.quality('src-a').budget).toEqual({ bytes_per_day: 100, used_today: 64 })
  const restarted = again()
  await expect(restarted.draws.draw({ mode: 'source', bytes: 64, id: 'src-a' }, who())).rejects.toMatchObject(refused)
  restarted.close()
  clock.ms += 86_400_000
  expect(await supply.draws.draw({ mode: 'source', bytes: 64, id: 'src-a' }, who())).toMatchObject({
    receipt: { bytes: 64 },
  })
})

it.each(['disabled', 'quarantined'] as const)(
  'a source that an operator sets %s loses its store and serves nothing',
  async state => {
    const { supply, again } = start([detector('src-a')])
    await supply.sources.warm(supply.sources.all, 30_000)
    supply.change('src-a', { state }, CALLER)
    expect(supply.levels().items[0]).toMatchObject({ available: 0, raw_bits: 0 })
    const draw = { mode: 'source', bytes: 64, id: 'src-a' } as const
    await expect(supply.draws.draw(draw, { caller: CALLER, idempotency_key: 'k' })).rejects.toMatchObject({
      code: 'source_empty',
      details: { reason: state },
    })
    const restarted = again()
    expect(restarted.summaries()[0]).toMatchObject({ state })
    restarted.close()
    supply.change('src-a', { state: 'enabled' }, CALLER)
    expect(await supply.draws.draw(draw, { caller: CALLER, idempotency_key: 'k' })).toMatchObject({
      receipt: { bytes: 64 },
    })
  },
)

it('a new claim is assessed anew before anything is served under it', async () => {
  const { supply } = start([detector('src-a')])
  await supply.sources.warm(supply.sources.all, 30_000)
  supply.change('src-a', { claims: { min_entropy: 3 } }, CALLER)
  expect(supply.summaries()[0]).toMatchObject({ entropy: null, available_bytes: 0 })
  await expect.poll(() => supply.summaries()[0]!.entropy, WAIT).toBe(3 / 8)
  expect(() => supply.change('src-a', { claims: { min_entropy: 8.5 } }, CALLER)).toThrow('8 bits')
})

it('samples that were taken before a new claim are not assessed for it, however long that takes', async () => {
  const claims: number[] = []
  let goOn = () => {}
  const slow: Assessor = async work => {
    claims.push(work.claimed)
    await new Promise<void>(resolve => {
      goOn = resolve
    })
    return asClaimed(work)
  }
  const { supply } = start([detector('src-a')], { assessor: slow })
  supply.quality('src-a')
  await expect.poll(() => claims, WAIT).toEqual([6])
  supply.change('src-a', { claims: { min_entropy: 3 } }, CALLER)
  goOn()
  await expect.poll(() => claims, WAIT).toEqual([6, 3])
  expect(supply.summaries()[0]!.entropy).toBeNull()
  goOn()
  await expect.poll(() => supply.summaries()[0]!.entropy, WAIT).toBe(3 / 8)
})

it('a source that cannot be restarted this time keeps its provisional credit', async () => {
  const afterRestart = async () => {
    throw new Error('the port is gone')
  }
  const { supply } = start([detector('src-a', { open: () => ({ ...counted(), afterRestart }) })], { full_after_ms: 1 })
  supply.quality('src-a')
  await expect
    .poll(() => supply.quality('src-a').assessed, WAIT)
    .toMatchObject({ samples: 1_000_000, provisional: true, restarts: 'not_run' })
})

it('a full assessment with restart tests ends the provisional credit', async () => {
  const { supply } = start(
    [detector('src-a', { open: () => ({ ...counted(), afterRestart: async count => new Uint8Array(count) }) })],
    {
      full_after_ms: 1,
    },
  )
  supply.quality('src-a')
  await expect
    .poll(() => supply.quality('src-a').assessed, WAIT)
    .toMatchObject({ samples: 1_000_000, provisional: false, restarts: 'passed' })
  expect(supply.summaries()[0]!.provisional).toBe(false)
})

const STUCK = [{ kind: 'stuck', from: 0 }] as const

it('a failure for good lasts over restarts, new claims and being enabled again, until an operator resets the source', async () => {
  const { supply, again } = start([detector('src-a')])
  supply.change('src-a', { faults: [...STUCK] }, CALLER)
  supply.quality('src-a')
  await expect.poll(() => supply.summaries()[0]!.health, WAIT).toBe('latched')
  supply.close()
  const restarted = again()
  const latched = { health: 'latched', problem: 'latched', available_bytes: 0 }
  expect(restarted.summaries()[0]).toMatchObject(latched)
  expect(restarted.quality('src-a').failures.latched_by).toBe('permanent_alarm')
  const draw = { mode: 'source', bytes: 64, id: 'src-a' } as const
  await expect(restarted.draws.draw(draw, { caller: CALLER, idempotency_key: 'first' })).rejects.toMatchObject({
    code: 'source_empty',
    details: { reason: 'latched' },
  })
  restarted.change('src-a', { state: 'disabled' }, CALLER)
  restarted.change('src-a', { state: 'enabled', claims: { min_entropy: 5 } }, CALLER)
  expect(restarted.summaries()[0]).toMatchObject(latched)
  restarted.change('src-a', { reset: true }, CALLER)
  expect(restarted.audit.list({ limit: 1 }).items[0]).toMatchObject({ actor: 'test', change: { reset: true } })
  // Start-up and assessment begin anew.
  expect(restarted.summaries()[0]).toMatchObject({ health: 'starting', entropy: null, available_bytes: 0 })
  expect(await restarted.draws.draw(draw, { caller: CALLER, idempotency_key: 'second' })).toMatchObject({
    receipt: { bytes: 64 },
  })
  const reset = again()
  expect(reset.quality('src-a').failures.latched_by).toBeNull()
  reset.close()
  restarted.close()
})

it.each([{ state: 'disabled' }, { state: 'quarantined' }, { reset: true }, { claims: { min_entropy: 5 } }] as const)(
  'an operator’s change %j destroys the generators that the source seeded',
  async change => {
    const { supply } = start([detector('src-a')])
    const rawBits = async () => {
      const { receipt } = await supply.draws.request({ bytes: 64 }, { caller: CALLER, idempotency_key: null })
      return Number(receipt.sources[0]!.raw_bits)
    }
    const [seeding, seeded] = [await rawBits(), await rawBits()]
    expect(seeding).toBe(2 * seeded)
    supply.change('src-a', change, CALLER)
    if ('state' in change) supply.change('src-a', { state: 'enabled' }, CALLER)
    if ('claims' in change) supply.change('src-a', { claims: { min_entropy: 6 } }, CALLER)
    expect(await rawBits()).toBe(seeding)
  },
)

it('samples collected for an assessment that is given up are zeroed', async () => {
  const feed = counted()
  const read = async (most: number) => (feed.count < 50_000 ? feed.read(most) : new Uint8Array(0))
  const { supply } = start([detector('src-a', { open: () => ({ ...feed, read }) })])
  supply.quality('src-a')
  await expect.poll(() => feed.count, WAIT).toBeGreaterThanOrEqual(50_000)
  const fill = vi.spyOn(Uint8Array.prototype, 'fill')
  try {
    supply.change('src-a', { state: 'disabled' }, CALLER)
    const zeroed = (fill.mock.contexts as Uint8Array[]).filter(({ length }) => length === 100_000)
    expect(zeroed).toHaveLength(1)
    expect(zeroed[0]!.every(sample => sample === 0)).toBe(true)
  } finally {
    fill.mockRestore()
  }
})

it('a source whose samples were handed to another thread can be disabled and closed', async () => {
  const assessor: Assessor = async work =>
    asClaimed({ ...work, samples: structuredClone(work.samples, { transfer: [work.samples.buffer] }) })
  const { supply } = start([detector('src-a')], { assessor })
  await supply.sources.warm(supply.sources.all, 30_000)
  expect(supply.change('src-a', { state: 'disabled' }, CALLER)).toMatchObject({
    state: 'disabled',
    problem: 'disabled',
  })
})
