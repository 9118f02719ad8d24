import { afterEach, expect, it } from 'vitest'
import type { SampleFault } from '../../../../../main/contract/entropy/sample-fault'
import { healthCutoffs } from '../../../../../main/entropy/generation/health/cutoffs'
import { assessmentTasks } from '../../../../../main/entropy/supply/assessment/assessment-tasks'
import { createAssessor } from '../../../../../main/entropy/supply/assessment/assessor'
import { direct } from '../../../../../main/worker/runner'
import { FAULT_SYMPTOMS } from '../../../twins/random/fault-symptoms'
import { CALLER, detector, supplied } from '../supplied'

const WAIT = { timeout: 30_000, interval: 1 }
let open: ReturnType<typeof supplied> | null = null
afterEach(() => {
  open?.close()
  open = null
})
const start = (...args: Parameters<typeof supplied>) => {
  open = supplied(...args)
  return open
}

/** So little in store that every draw has the source read on. */
const SMALL = { low: 4_096, high: 8_192, raw_bits: 64 }
const STRONG: readonly SampleFault[] = [
  { kind: 'stuck', from: 0 },
  { kind: 'bias_ramp', from: 0, per_million: 3 },
  { kind: 'periodic', from: 0, period: 64, chance: 0.95 },
  // Of a short lag a value that stands twice in it comes often enough in a window for the proportion, too.
  { kind: 'lag', from: 0, lag: 120, chance: 0.9 },
  { kind: 'saturation', from: 0, gain: 12 },
]

async function running(fault?: SampleFault) {
  const { supply } = start([detector('src-a', { stock: SMALL, claimed: 7.3 })])
  const source = supply.sources.get('src-a')
  await supply.sources.warm([source], 30_000)
  if (fault) supply.change('src-a', { faults: [fault] }, CALLER)
  /** Takes whatever there is; answers how much. */
  const drain = (): number => {
    const { bytes, health } = source.status()
    if (health !== 'healthy' || bytes === 0) return 0
    return source.takeBytes(bytes).length
  }
  return { supply, source, drain }
}

it.each(STRONG)(
  'a twin with the fault $kind fires its test first, latches, and what it had in store is gone',
  async fault => {
    const { source, drain } = await running(fault)
    let left = 0
    const latches = () => {
      left += drain()
      return source.pool.monitor.state
    }
    await expect.poll(latches, WAIT).toBe('latched')
    const { health_test } = FAULT_SYMPTOMS[fault.kind]
    // Which of the two sees a saturated detector first depends on the value that the window began with.
    const due: string[] = fault.kind === 'saturation' ? [health_test, 'lag_prediction'] : [health_test]
    expect(due).toContain(source.record().alarms.at(-1)?.test)
    expect(source.status()).toMatchObject({ health: 'latched', bytes: 0, raw_bits: 0 })
    // Bytes that left after the fault began, in store before it or conditioned of samples before the alarm.
    expect(left).toBeLessThan(fault.kind === 'bias_ramp' ? 200_000 : SMALL.high + 64 * 200)
  },
)

it('a source whose samples are worth less than it claims quarantines itself, and says by which estimator', async () => {
  const { supply } = start([detector('src-a', { stock: SMALL, claimed: 7.3 })], {
    assessor: createAssessor(direct(assessmentTasks)),
  })
  supply.sources.get('src-a').setFaults([{ kind: 'lag', from: 0, lag: 300, chance: 0.3 }])
  supply.sources.get('src-a').wake()
  await expect.poll(() => supply.quality('src-a').state, WAIT).toBe('quarantined')
  const { assessed, problem } = supply.quality('src-a')
  expect(assessed!.h).toBeLessThan(0.9 * 7.3)
  expect(problem).toBe('quarantined')
  expect(supply.audit.list({ limit: 1 }).items[0]).toMatchObject({
    actor: 'service',
    action: 'quarantined',
    change: { reason: 'below_claim' },
  })
})

it('single alarms are counted and quarantine nothing', async () => {
  const { source, drain } = await running()
  const { repetition } = healthCutoffs(256, 7.3)
  const stuck = new Uint8Array(repetition.single).fill(77)
  const outcomes = source.pool.add(
    Uint8Array.from({ length: 2048 }, (_, i) => (i < stuck.length ? 77 : (i * 37) % 256)),
  )
  expect(outcomes.flatMap(({ alarms }) => alarms.map(({ level }) => level))).toContain('single')
  expect(drain()).toBeGreaterThan(0)
  expect(source.status().health).toBe('healthy')
})
