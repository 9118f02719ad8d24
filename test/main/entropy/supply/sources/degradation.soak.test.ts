/** Sources made worse little by little: what fires first, and how many bytes had left by then. */
import { describe, expect, it } from 'vitest'
import type { SampleFault } from '../../../../../main/contract/entropy/sample-fault'
import { healthCutoffs } from '../../../../../main/entropy/generation/health/cutoffs'
import { createSourcePool } from '../../../../../main/entropy/generation/pool/source-pool'
import { createPhotonArrivalModel } from '../../../../../main/twins/random/photon-arrival'

const CLAIMED = 6
const MAX_SAMPLES = 4_000_000

/** Serves everything at once, so that nothing is still in store when a test fires: the worst case. */
function servedUntilLatch(fault: SampleFault, seed: number) {
  const model = createPhotonArrivalModel({ seed })
  model.setFaults([fault])
  const pool = createSourcePool({
    bits: 8,
    entropy: CLAIMED,
    cutoffs: healthCutoffs(256, CLAIMED),
    low: 4_096,
    high: 8_192,
    raw_samples: 64,
  })
  let first: { readonly test: string; readonly sample: number } | null = null
  while (pool.monitor.state !== 'latched' && model.count < MAX_SAMPLES) {
    for (const { alarms } of pool.add(model.samples(512)))
      first ??= alarms.find(({ level }) => level !== 'single') ?? null
    pool.takeBytes(pool.figures().bytes).fill(0)
  }
  return { first, latched_at: model.count, served: pool.figures().served, state: pool.monitor.state }
}

/** Bytes of 64 for each 576 bits that were credited, up to a sample. */
const bytesBefore = (sample: number) => Math.floor((sample * CLAIMED) / 576) * 64

describe.each([
  ['a bias of 0.3 in a million samples more with each', { kind: 'bias_ramp', from: 0, per_million: 0.3 }],
  ['a bias of 0.05 in a million samples more with each', { kind: 'bias_ramp', from: 0, per_million: 0.05 }],
] as const)('%s', (_, fault) => {
  it.each([1, 2, 3])('is noticed by the proportion before a tenth of the samples are one value, seed %i', seed => {
    const { first, latched_at, served, state } = servedUntilLatch(fault, seed)
    console.info(`${fault.per_million} per million: ${JSON.stringify({ first, latched_at, served })}`)
    expect([state, first?.test]).toEqual(['latched', 'adaptive_proportion'])
    const share = (sample: number) => (sample * fault.per_million) / 1e6
    expect(share(first!.sample)).toBeLessThan(0.1)
    // Nothing of the failed windows, nor of those before them that still waited, has left.
    expect(served).toBeLessThanOrEqual(bytesBefore(latched_at - 1_024))
  })
})
