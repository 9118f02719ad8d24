import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SampleFault } from '../../../../main/contract/entropy/sample-fault'
import { lagEstimate } from '../../../../main/entropy/generation/estimators/lag'
import { mostCommonEstimate } from '../../../../main/entropy/generation/estimators/most-common'
import { sequenceOf } from '../../../../main/entropy/generation/estimators/sequence'
import { healthCutoffs } from '../../../../main/entropy/generation/health/cutoffs'
import { createHealthMonitor } from '../../../../main/entropy/generation/health/monitor'
import { createHomodyneModel } from '../../../../main/twins/random/homodyne'
import { createPhotonArrivalModel } from '../../../../main/twins/random/photon-arrival'
import type { SampleModel } from '../../../../main/twins/random/sample-faults'
import { FAULT_SYMPTOMS } from './fault-symptoms'

const FROM = 5000
const STRONG: readonly SampleFault[] = [
  { kind: 'stuck', from: FROM },
  { kind: 'bias_ramp', from: FROM, per_million: 3 },
  { kind: 'periodic', from: FROM, period: 64, chance: 0.95 },
  { kind: 'lag', from: FROM, lag: 50, chance: 0.9 },
  { kind: 'saturation', from: FROM, gain: 12 },
]
const WEAK: readonly SampleFault[] = [
  { kind: 'bias_ramp', from: 0, per_million: 0.2 },
  { kind: 'periodic', from: 0, period: 100, chance: 0.4 },
  { kind: 'lag', from: 0, lag: 90, chance: 0.2 },
  { kind: 'saturation', from: 0, gain: 3 },
]

/** Alarms that count; a source that latches is reset, so that one test does not hide what another would say. */
function alarmsOf(model: SampleModel) {
  const monitor = createHealthMonitor(healthCutoffs(2 ** model.bits, model.min_entropy))
  return Array.from({ length: 150 }, () => {
    if (monitor.state === 'latched') monitor.reset()
    return monitor.test(model.samples(512))
  })
    .flat()
    .flatMap(({ alarms }) => alarms.filter(({ level }) => level !== 'single'))
}

describe.each([
  ['photon arrivals', createPhotonArrivalModel, 7.34],
  ['homodyne detection', createHomodyneModel, 6.0],
] as const)('%s', (_, create, entropy) => {
  it('have the min-entropy they say, and no alarm', () => {
    const model = create({ seed: 1 })
    expect(model.min_entropy).toBeCloseTo(entropy, 1)
    const counts = new Uint32Array(256)
    for (const sample of model.samples(200_000)) counts[sample]!++
    const likeliest = -Math.log2(Math.max(...counts) / 200_000)
    expect(likeliest).toBeGreaterThan(model.min_entropy - 0.12)
    expect(likeliest).toBeLessThan(model.min_entropy + 0.12)
    expect(alarmsOf(model)).toEqual([])
  })

  it('repeat themselves by their seed', () => {
    expect(create({ seed: 7 }).samples(100)).toEqual(create({ seed: 7 }).samples(100))
    expect(create({ seed: 7 }).samples(100)).not.toEqual(create({ seed: 8 }).samples(100))
  })

  it('share no stretch of samples between a thousand restarts', () => {
    const seen = new Set<string>()
    let stretches = 0
    for (let restart = 0; restart < 1000; restart++) {
      const samples = Buffer.from(create({ seed: randomInt(2 ** 48 - 1) }).samples(1000))
      // Streams that overlap have the same samples after each 128 of theirs.
      for (let at = samples.indexOf(128); at >= 0 && at < 992; at = samples.indexOf(128, at + 1)) {
        seen.add(samples.toString('latin1', at + 1, at + 9))
        stretches++
      }
    }
    expect(stretches).toBeGreaterThan(1000)
    expect(seen.size).toBe(stretches)
  })

  it.each(STRONG)('$kind: the health test it names fires', fault => {
    const model = create({ seed: 2 })
    model.setFaults([fault])
    const alarms = alarmsOf(model)
    expect(alarms.map(({ test }) => test)).toContain(FAULT_SYMPTOMS[fault.kind].health_test)
    expect(alarms[0]!.sample).toBeGreaterThanOrEqual(FROM)
  })

  it.each(WEAK)('$kind: the estimator it names sinks below nine tenths of the claim', fault => {
    const model = create({ seed: 3 })
    const estimate = FAULT_SYMPTOMS[fault.kind].estimator === 'lag' ? lagEstimate : mostCommonEstimate
    const estimateOf = (samples: Uint8Array) => estimate(sequenceOf(samples), () => {})
    const sound = estimateOf(model.samples(100_000)).min_entropy!
    model.setFaults([fault])
    const faulty = estimateOf(model.samples(100_000)).min_entropy!
    expect(sound).toBeGreaterThan(0.9 * model.min_entropy)
    expect(faulty).toBeLessThan(0.9 * model.min_entropy)
  })
})

it('a lag beyond the history is refused', () => {
  expect(() => createHomodyneModel({ seed: 1 }).setFaults([{ kind: 'lag', from: 0, lag: 4096, chance: 1 }])).toThrow(
    '1 to 4095',
  )
})
