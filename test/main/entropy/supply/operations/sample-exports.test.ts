import { afterEach, describe, expect, it } from 'vitest'
import { createConditioner } from '../../../../../main/entropy/generation/conditioning/conditioner'
import { createPhotonArrivalModel } from '../../../../../main/twins/random/photon-arrival'
import { CALLER, detector, supplied } from '../supplied'

let open: ReturnType<typeof supplied> | null = null
afterEach(() => {
  open?.close()
  open = null
})

const who = { caller: CALLER, signal: new AbortController().signal }
const [WINDOW, SEED] = [512, 7]

/** The same samples from every feed that is opened, so that what is exported is known. */
function start() {
  open = supplied([
    detector('src-a', {
      open: () => {
        const model = createPhotonArrivalModel({ seed: SEED })
        return {
          read: async most => model.samples(most),
          pause_ms: 0,
          afterRestart: null,
          setFaults: faults => model.setFaults(faults.map(fault => ({ ...fault, from: fault.from + model.count }))),
          close: () => undefined,
        }
      },
    }),
  ])
  return open.supply
}

describe('an export', () => {
  it('is of the samples after start-up, without a gap between calls, and of nobody else', async () => {
    const supply = start()
    const parts = [1_000, 1, 5_000].map(bytes => ({ form: 'raw' as const, bytes }))
    const taken: Uint8Array[] = []
    for (const part of parts) taken.push(await supply.exports.take('src-a', part, who))
    const samples = createPhotonArrivalModel({ seed: SEED }).samples(2 * WINDOW + 6_001)
    expect(Buffer.concat(taken)).toEqual(Buffer.from(samples.subarray(2 * WINDOW)))
    expect(supply.quality('src-a')).toMatchObject({ bytes_served: 0 })
    expect(supply.audit.list({ limit: 9 }).items).toMatchObject([
      { action: 'export', actor: 'test', change: { form: 'raw' } },
    ])
  })

  it('is conditioned as a slow reference conditions the same samples', async () => {
    const supply = start()
    await expect(supply.exports.take('src-a', { form: 'conditioned', bytes: 1 }, who)).rejects.toMatchObject({
      code: 'source_empty',
      details: { reason: 'not_assessed' },
    })
    await supply.sources.warm(supply.sources.all, 10_000)
    const taken = [
      await supply.exports.take('src-a', { form: 'conditioned', bytes: 1_000 }, who),
      await supply.exports.take('src-a', { form: 'conditioned', bytes: 500 }, who),
    ]
    const { entropy } = supply.quality('src-a')
    const samples = createPhotonArrivalModel({ seed: SEED })
      .samples(8_192)
      .subarray(2 * WINDOW)
    const due = createConditioner({ bits: 8, entropy: entropy! * 8 }).condition(Uint8Array.from(samples))
    expect(Buffer.concat(taken)).toEqual(Buffer.from(due.subarray(0, 1_500)))
  })

  it('ends where the health tests fail for good, and says so in the audit log', async () => {
    const supply = start()
    await supply.exports.take('src-a', { form: 'raw', bytes: 100 }, who)
    supply.change('src-a', { faults: [{ kind: 'stuck', from: 0 }] }, CALLER)
    await expect(supply.exports.take('src-a', { form: 'raw', bytes: 100_000 }, who)).rejects.toMatchObject({
      code: 'source_empty',
      details: { reason: 'latched' },
    })
    const { items } = supply.audit.list({ limit: 9, action: 'export_skipped' })
    expect(items).toMatchObject([{ actor: 'service', change: { form: 'raw', alarms: expect.anything() } }])
  })

  it('is one at a time, and given up with its caller', async () => {
    const supply = start()
    const leaving = new AbortController()
    const first = supply.exports.take(
      'src-a',
      { form: 'raw', bytes: 4_000_000 },
      { caller: CALLER, signal: leaving.signal },
    )
    await expect(supply.exports.take('src-a', { form: 'raw', bytes: 1 }, who)).rejects.toMatchObject({
      code: 'conflict',
    })
    leaving.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    expect(await supply.exports.take('src-a', { form: 'raw', bytes: 3 }, who)).toHaveLength(3)
    await expect(supply.exports.take('src-z', { form: 'raw', bytes: 3 }, who)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
