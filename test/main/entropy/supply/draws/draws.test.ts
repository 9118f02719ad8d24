import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import type { DrawReply } from '../../../../../main/contract/entropy/receipt'
import { holdsCommitment } from '../../../../../main/entropy/evidence/receipts/receipt'
import { CALLER, detector, supplied } from '../supplied'

const HOUR_MS = 3_600_000
let open: ReturnType<typeof supplied> | null = null
afterEach(() => {
  open?.close()
  open = null
})
const start = (...args: Parameters<typeof supplied>) => {
  open = supplied(...args)
  return open
}
const TWO = [detector('src-a'), detector('src-b')]
const who = (idempotency_key: string | null = randomUUID()) => ({ caller: CALLER, idempotency_key })
const one = { mode: 'source', bytes: 300, id: 'src-a' } as const

it('a draw gives bytes that its receipt commits to, and costs a credit for each 256 begun', async () => {
  const { supply, spent } = start(TWO)
  const reply = await supply.draws.draw(one, who())
  expect(holdsCommitment(reply)).toBe(true)
  expect(reply.receipt).toMatchObject({ mode: 'source', construction: 'conditioner', credits: 2, h_out: 2400 })
  expect(reply.receipt.sources).toMatchObject([{ id: 'urn:pentad:source:photon-arrival:src-a', simulated: true }])
  expect(spent()).toBe(2)
})

it('the first draws wait for what they need, and no longer', async () => {
  const never = () => new Promise<never>(() => undefined)
  const silent = detector('src-c', {
    open: () => ({ read: never, pause_ms: 0, afterRestart: null, setFaults: null, close: () => undefined }),
  })
  const { supply } = start([...TWO, silent])
  const [alone, routed, extracted] = await Promise.all([
    supply.draws.draw({ ...one, bytes: 4096 }, who()),
    supply.draws.request({ bytes: 8192 }, who(null)),
    supply.draws.multi({ bytes: 256, sources: ['src-a', 'src-b'], method: 'circulant' }, who(null)),
  ])
  expect([alone, routed, extracted].map(({ receipt }) => receipt.bytes)).toEqual([4096, 8192, 256])
})

it('the same Idempotency-Key gives the same bytes and receipt, also after a restart, and charges nothing', async () => {
  const { supply, spent, again } = start(TWO)
  const caller = who()
  const first = await supply.draws.draw(one, caller)
  expect(await supply.draws.draw(one, caller)).toEqual(first)
  const restarted = again()
  expect(await restarted.draws.draw(one, caller)).toEqual(first)
  restarted.close()
  expect(spent()).toBe(2)
})

it('the same Idempotency-Key with another body is refused, and another caller’s key is another one', async () => {
  const { supply } = start(TWO)
  const caller = who()
  const first = await supply.draws.draw(one, caller)
  await expect(supply.draws.draw({ ...one, bytes: 301 }, caller)).rejects.toMatchObject({
    code: 'idempotency_conflict',
  })
  const other = { ...caller, caller: { ...CALLER, key_id: randomUUID() } }
  expect((await supply.draws.draw(one, other)).bytes_hex).not.toBe(first.bytes_hex)
})

it('API A refuses a draw without an Idempotency-Key', async () => {
  const { supply } = start(TWO)
  await expect(supply.draws.draw(one, who(null))).rejects.toMatchObject({ code: 'invalid_request' })
})

it('a day later the receipt alone is left, and the key of the bytes is destroyed', async () => {
  const { supply, store, folder, clock, again } = start(TWO)
  const caller = who()
  const first = await supply.draws.draw(one, caller)
  const keys = () => readdirSync(folder).length
  clock.ms += 24 * HOUR_MS - 1
  expect(await supply.draws.draw(one, caller)).toEqual(first)
  clock.ms += 1
  const expired = { code: 'bytes_expired', details: { request_id: first.request_id, receipt: first.receipt } }
  await expect(supply.draws.draw(one, caller)).rejects.toMatchObject(expired)
  const sealed = store.db.prepare('SELECT count(*) FROM entropy_replies WHERE sealed IS NOT NULL').pluck()
  expect([sealed.get(), keys()]).toEqual([1, 1])
  again().close()
  expect([sealed.get(), keys()]).toEqual([0, 1])
  clock.ms += HOUR_MS
  const restarted = again()
  expect(keys()).toBe(0)
  await expect(restarted.draws.draw(one, caller)).rejects.toMatchObject(expired)
  restarted.close()
})

it('a draw whose commit fails charges nothing, burns its bytes, and may be sent again', async () => {
  const { supply, receipts, spent } = start(TWO)
  const caller = who()
  receipts.refuse = true
  await expect(supply.draws.draw(one, caller)).rejects.toThrow('the disk is full')
  expect(spent()).toBe(0)
  const burnt = supply.quality('src-a').bytes_served
  expect(burnt).toBe(300)
  receipts.refuse = false
  expect(await supply.draws.draw(one, caller)).toMatchObject({ receipt: { credits: 2 } })
  expect(supply.quality('src-a').bytes_served).toBe(600)
})

it('no byte is drawn twice: many draws at once give bytes that never overlap', async () => {
  const { supply } = start(TWO)
  const replies = await Promise.all(Array.from({ length: 40 }, () => supply.draws.draw({ ...one, bytes: 64 }, who())))
  const seen = new Set(replies.map(({ bytes_hex }) => bytes_hex))
  expect(seen.size).toBe(40)
})

it('ten thousand retries at once of one draw give its one reply or say that it is under way, and charge once', async () => {
  const { supply, spent } = start(TWO)
  const caller = who()
  const results = await Promise.allSettled(Array.from({ length: 10_000 }, () => supply.draws.draw(one, caller)))
  const replies = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  const refusals = results.flatMap(result => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(replies.length).toBeGreaterThan(0)
  expect(new Set(replies.map(({ bytes_hex }: DrawReply) => bytes_hex)).size).toBe(1)
  expect(new Set(refusals)).toEqual(new Set(['idempotency_in_flight']))
  expect(spent()).toBe(2)
})

it('custom draws are the exclusive or of several sources and name each', async () => {
  const { supply } = start(TWO)
  const reply = await supply.draws.draw({ mode: 'custom', bytes: 32, ids: ['src-a', 'src-b'] }, who())
  expect(reply.receipt).toMatchObject({ mode: 'custom', construction: 'xor', extractor: { method: 'xor' } })
  expect(reply.receipt.sources.map(({ id }) => id)).toEqual(TWO.map(({ id }) => id))
})

it('a source that is named twice, once in short and once in full, is bad input', async () => {
  const { supply } = start(TWO)
  const ids = ['src-a', TWO[0]!.id]
  await expect(supply.draws.draw({ mode: 'custom', bytes: 32, ids }, who())).rejects.toMatchObject({
    code: 'invalid_request',
    faults: [{ pointer: '/ids/1' }],
  })
  const multi = { bytes: 32, sources: ids, method: 'xor' } as const
  await expect(supply.draws.multi({ ...multi, sources: [...ids] }, who(null))).rejects.toMatchObject({
    code: 'invalid_request',
    faults: [{ pointer: '/sources/1' }],
  })
})

it.each([
  ['a group that two share', { mode: 'custom', bytes: 32, ids: ['src-a', 'src-b'] }, 'policy_refused', 'shared_group'],
  ['the public beacon', { mode: 'source', bytes: 32, id: 'urn:pentad:source:beacon:1' }, 'policy_refused', 'public'],
  ['more than there is', { mode: 'source', bytes: 4096, id: 'src-c' }, 'source_empty', 'empty'],
] as const)(
  'a draw of %s is refused, never served by another source, and costs nothing',
  async (_, draw, code, reason) => {
    const stock = { low: 64, high: 128, raw_bits: 8_000 }
    const { supply, spent } = start([
      ...[detector('src-a'), detector('src-b', { physical_group: 'src-a' }), detector('src-c', { stock })],
    ])
    const request = 'ids' in draw ? { ...draw, ids: [...draw.ids] } : draw
    await expect(supply.draws.draw(request, who())).rejects.toMatchObject({ code, details: { reason } })
    expect(spent()).toBe(0)
  },
)

it('without credits nothing is drawn', async () => {
  const { supply, ledger } = start(TWO)
  ledger.spend('entropy_credit', { amount: 999_000_000, reference: randomUUID(), key_id: null })
  await expect(supply.draws.draw(one, who())).rejects.toMatchObject({
    code: 'insufficient_credits',
    details: { required: 2, available: 1 },
  })
  expect(supply.sources.get('src-a').record().idle).toBe(true)
})

it('without a signing key nothing is drawn', async () => {
  const receipts = {
    issue: () => Promise.reject(new Error()),
    of: () => null,
    ready: () => ({ ok: false, reason: 'key_file_missing', message: 'The keys are lost.' }) as const,
  }
  const { supply } = start(TWO, { receipts })
  await expect(supply.draws.draw(one, who())).rejects.toMatchObject({
    code: 'signing_unavailable',
    message: 'The keys are lost.',
    details: { reason: 'key_file_missing' },
  })
})

it('policy-routed bytes come by RBG3(XOR) of a source that the policy allows', async () => {
  const { supply } = start(TWO)
  const reply = await supply.draws.request({ bytes: 1000, policy: 'default' }, who(null))
  expect(reply.receipt).toMatchObject({ mode: 'policy', policy: 'default', construction: 'rbg3_xor', credits: 4 })
  expect(reply.receipt.sources).toHaveLength(1)
})

it('what a source whitens is credited with nothing and serves nothing alone, but where the policy says so', async () => {
  const whitening = ['src-b', 'src-c'].map(short => detector(short, { raw: false }))
  const { supply } = start([detector('src-a'), ...whitening])
  expect(supply.summaries().map(({ problem }) => problem)).toEqual([
    ...['idle: begins with the first draw', 'whitened', 'whitened'],
  ])
  const whitened = { code: 'source_empty', details: { reason: 'whitened', source: whitening[0]!.id } }
  await expect(supply.draws.draw({ ...one, id: 'src-b' }, who())).rejects.toMatchObject(whitened)
  const ids = ['src-b', 'src-c']
  await expect(supply.draws.draw({ mode: 'custom', bytes: 64, ids }, who())).rejects.toMatchObject(whitened)
  const multi = { bytes: 64, sources: ids, method: 'xor' } as const
  await expect(supply.draws.multi(multi, who(null))).rejects.toMatchObject(whitened)
  expect(() => supply.pools.create({ pool_id: 'p', sources: ids }, CALLER)).toThrow('whiten')
  expect(supply.summaries()[1]).toMatchObject({ raw: false, entropy: null })
  const both = { mode: 'custom', bytes: 64, ids: ['src-a', 'src-b'] } as const
  const { receipt } = await supply.draws.draw({ ...both, ids: [...both.ids] }, who())
  expect(receipt).toMatchObject({ h_in: 576, h_out: 512, sources: [{ h_assessed: 0.75 }, { h_assessed: null }] })
  supply.change('src-a', { state: 'disabled' }, CALLER)
  const allowed = await supply.draws.request({ bytes: 64, policy: 'simulated_ok' }, who(null))
  expect(allowed.receipt).toMatchObject({ h_out: 512, sources: [{ h_assessed: 0.75 }] })
  expect(supply.summaries()[1]).toMatchObject({ health: 'healthy', entropy: null, problem: 'whitened' })
})

it.each(['quantum_only', 'high_assurance'] as const)(
  '%s takes no simulated source, says so at once, and wakes none for it',
  async policy => {
    const { supply } = start(TWO)
    const excluded = TWO.map(({ id }) => ({ source: id, reason: 'simulated' }))
    await expect(supply.draws.request({ bytes: 32, policy }, who(null))).rejects.toMatchObject({
      code: 'policy_refused',
      details: { reason: 'no_source', excluded },
    })
    expect(supply.sources.all.map(source => source.record().idle)).toEqual([true, true])
  },
)

it('replies are kept by a clock that steps back, and forwards by less than a day', async () => {
  const { supply, clock, spent } = start(TWO)
  const caller = who()
  const first = await supply.draws.draw(one, caller)
  for (const hours of [-30, 20, -200, 23]) {
    clock.ms = Date.parse('2026-11-24T10:00:00Z') + hours * HOUR_MS
    expect(await supply.draws.draw(one, caller)).toEqual(first)
    await supply.draws.draw(one, who())
  }
  expect(spent()).toBe(10)
})

it('multi-source draws extract raw bits that are used once, by primes that the receipt names', async () => {
  const { supply } = start([detector('src-a'), detector('src-b')])
  const request = { bytes: 256, sources: ['src-a', 'src-b'], method: 'circulant' } as const
  const asked = { ...request, sources: [...request.sources] }
  await supply.sources.warm(supply.sources.all, 10_000)
  await expect.poll(() => supply.levels().items.map(({ raw_bits }) => raw_bits > 8_000)).toEqual([true, true])
  const reply = await supply.draws.multi(asked, who(null))
  const { extractor, sources, h_in } = reply.receipt
  expect(extractor).toMatchObject({ method: 'circulant', log2_eps: -128, steps: [{ m: 2048 }] })
  expect(sources.map(({ raw_bits }) => Number(raw_bits))).toEqual([extractor!.steps[0]!.n - 1, extractor!.steps[0]!.n])
  expect(h_in - extractor!.steps[0]!.n - 256).toBeGreaterThanOrEqual(2048)
})

it('a failed window destroys what waited and the generators that the source seeded; a latched one serves nothing more', async () => {
  const { supply } = start([detector('src-a')])
  await supply.draws.request({ bytes: 32 }, who(null))
  supply.change('src-a', { faults: [{ kind: 'stuck', from: 0 }] }, CALLER)
  const drain = async () => {
    try {
      await supply.draws.draw({ ...one, bytes: 4096 }, who())
      return 'drawn'
    } catch (error) {
      return (error as { details: { reason: string } }).details.reason
    }
  }
  await expect.poll(drain, { interval: 1 }).toBe('latched')
  expect(supply.quality('src-a').failures).toMatchObject({ latched_by: 'permanent_alarm' })
  expect(supply.levels().items[0]).toMatchObject({ available: 0, raw_bits: 0 })
  expect(supply.audit.list({ limit: 10 }).items[0]).toMatchObject({ actor: 'service', action: 'latched' })
  supply.change('src-a', { faults: [], reset: true }, CALLER)
  await expect.poll(drain).toBe('drawn')
})
