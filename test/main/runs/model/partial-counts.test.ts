import { describe, expect, it } from 'vitest'
import { CountedProgress } from '../../../../main/contract/runs/partial-counts'
import { createLabEvents } from '../../../../main/events/lab-events'
import { partialCounts } from '../../../../main/runs/model/partial-counts'

function counting() {
  const reported: CountedProgress[] = []
  let now = 0
  const partial = partialCounts(
    (fraction, stage, counts) => void reported.push({ fraction, stage, ...(counts && { counts }) }),
    () => now,
  )
  return { reported, partial, pass: (ms: number) => (now += ms) }
}

describe('counts of a run that goes', () => {
  it('are pooled over states and qubits, by kind and length', () => {
    const { reported, partial } = counting()
    partial.add('encoded', 1, { shots: 100, accepted: 90, failures: 9 })
    partial.add('encoded', 1, { shots: 100, accepted: 80, failures: 8 })
    partial.add('physical', 1, { shots: 100, accepted: 100, failures: 5 })
    partial.report(0.5, 'encoded')
    expect(reported[0]!.counts).toEqual([
      { of: 'encoded', rounds: 1, shots: 200, accepted: 170, failures: 17 },
      { of: 'physical', rounds: 1, shots: 100, accepted: 100, failures: 5 },
    ])
    expect(CountedProgress.parse(reported[0])).toEqual(reported[0])
  })

  it('are reported at most once a second, and never without news', () => {
    const { reported, partial, pass } = counting()
    const tell = () => {
      partial.report(0.1, 'x')
      return reported.at(-1)!.counts !== undefined
    }
    expect(tell()).toBe(false)
    partial.add('encoded', 0, { shots: 1, accepted: 1, failures: 0 })
    expect(tell()).toBe(true)
    partial.add('encoded', 0, { shots: 1, accepted: 1, failures: 0 })
    pass(999)
    expect(tell()).toBe(false)
    pass(1)
    expect(tell()).toBe(true)
    pass(5_000)
    expect(tell()).toBe(false)
  })

  it('stand in the events of the lab once, and again when they have changed', () => {
    const events = createLabEvents(() => 0)
    const run_id = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'
    const counts = [{ of: 'encoded' as const, rounds: 1, shots: 1, accepted: 1, failures: 0 }]
    const publish = (progress: CountedProgress) =>
      events.run({ backend_id: 'dev-a-mock', logical_id: 'a01.L0', run_id, status: 'PROCESSING', progress })
    for (const progress of [
      { fraction: 0.1, stage: 'x', counts },
      { fraction: 0.2, stage: 'x', counts },
      { fraction: 0.3, stage: 'x', counts: [...counts] },
    ])
      publish(progress)
    const newest = events.newest()
    const seen = [2, 1, 0].map(before => 'counts' in JSON.parse(events.at(newest - before)!.text).progress)
    expect(seen).toEqual([true, false, true])
  })
})
