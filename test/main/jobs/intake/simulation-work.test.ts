/** What recent jobs make of the time of the next. */
import { describe, expect, it } from 'vitest'
import {
  runtimeFrom,
  type SimulatedJob,
  simulationKind,
  simulationWork,
} from '../../../../main/jobs/intake/simulation-work'

const features = {
  instructions: 100,
  used_qubits: 12,
  written_clbits: 12,
  is_clifford: false,
  has_decisions: false,
}
const dense: SimulatedJob = {
  features,
  rows: 1,
  shots: 1_000,
  noise: 'none',
  precision: 'float64',
  estimates: null,
}
const widened = (change: Partial<SimulatedJob['features']>, more: Partial<SimulatedJob> = {}): SimulatedJob => ({
  ...dense,
  ...more,
  features: { ...features, ...change },
})

describe('the work of a job', () => {
  it('grows with rows, gates, 2^qubits and shots', () => {
    const many = simulationWork(widened({ used_qubits: 20 }))
    expect(simulationWork(widened({ used_qubits: 22 })) / many).toBeCloseTo(4, 1)
    expect(simulationWork(widened({ used_qubits: 20, instructions: 300 })) / many).toBeCloseTo(3, 1)
    expect(simulationWork(widened({ used_qubits: 20 }, { rows: 50 })) / many).toBeCloseTo(50, 0)
    expect(simulationWork({ ...dense, shots: 1_000_000 })).toBeGreaterThan(10 * simulationWork(dense))
  })

  it('on stabilizers is no power of two of the qubits', () => {
    const clifford = { is_clifford: true }
    const [small, wide] = [20, 200].map(used_qubits => simulationWork(widened({ used_qubits, ...clifford })))
    expect(wide! / small!).toBeGreaterThan(1)
    expect(wide! / small!).toBeLessThan(100)
  })

  it('of noisy trajectories grows with shots, 2^qubits and, as faults part the shots, faster than gates', () => {
    const noisy = { noise: 'calibrated' } as const
    const many = simulationWork(widened({ used_qubits: 16 }, noisy))
    expect(simulationWork(widened({ used_qubits: 18 }, noisy)) / many).toBeCloseTo(4, 1)
    expect(simulationWork(widened({ used_qubits: 16 }, { ...noisy, shots: 5_000 })) / many).toBeGreaterThan(4.8)
    expect(simulationWork(widened({ used_qubits: 16, instructions: 200 }, noisy)) / many).toBeGreaterThan(3)
    const parted = widened({ used_qubits: 16, instructions: 1e6 }, noisy)
    // Where nearly every shot has a fault, gates × shots × 2^qubits, as without sharing.
    expect(simulationWork(parted) / (1e6 * 1_000 * 2 ** 16 * 1e-6)).toBeCloseTo(1, 2)
    expect(simulationWork(widened({ is_clifford: true }, noisy))).toBeLessThan(many / 100)
  })

  it('of exact values takes no shots', () => {
    const exact = { noise: 'calibrated', estimates: 'exact', shots: 0 } as const
    expect(simulationWork(widened({}, exact))).toBe(simulationWork(widened({}, { ...exact, noise: 'none' })))
  })

  it('is compared among jobs that do the same', () => {
    const others: Partial<SimulatedJob>[] = [
      { features: { ...features, is_clifford: true } },
      { noise: 'calibrated' },
      { precision: 'float32' },
      { estimates: 'exact' },
      { features: { ...features, has_decisions: true } },
    ]
    for (const other of others) expect(simulationKind({ ...dense, ...other })).not.toBe(simulationKind(dense))
    expect(simulationKind({ ...dense, rows: 7, shots: 3 })).toBe(simulationKind(dense))
  })
})

/** Qubits, gates, shots and milliseconds of layers of RY and CZ on a busy machine: with the noise of dev-b, then of dev-a. */
const RECORDED = [
  ...[
    [4, 1_404, 20_000, 2_366],
    [5, 905, 10_000, 370],
    [6, 666, 20_000, 757],
    [8, 308, 20_000, 318],
    [8, 908, 3_000, 294],
  ],
  ...[
    [10, 390, 5_000, 180],
    [10, 105, 30_000, 92],
    [12, 288, 3_000, 224],
    [12, 702, 1_000, 353],
    [14, 230, 1_000, 274],
  ],
  ...[
    [14, 446, 2_000, 2_339],
    [15, 305, 1_000, 429],
    [16, 202, 1_000, 777],
    [16, 388, 500, 1_806],
    [3, 2_003, 10_000, 2_098],
  ],
  ...[
    [4, 1_404, 20_000, 7_417],
    [5, 905, 10_000, 848],
    [6, 666, 20_000, 1_445],
    [8, 308, 20_000, 521],
    [8, 908, 3_000, 361],
  ],
  ...[
    [10, 390, 5_000, 395],
    [10, 105, 30_000, 255],
    [12, 288, 3_000, 676],
    [12, 702, 1_000, 1_021],
    [14, 230, 1_000, 964],
  ],
  ...[
    [14, 446, 2_000, 4_758],
    [15, 305, 1_000, 2_629],
    [16, 202, 1_000, 3_004],
    [16, 388, 500, 2_423],
    [3, 2_003, 10_000, 3_938],
  ],
] as [qubits: number, gates: number, shots: number, ms: number][]

describe('recorded times of noisy trajectories', () => {
  const jobs = RECORDED.map(([used_qubits, instructions, shots, duration_ms]) => ({
    work: simulationWork(widened({ used_qubits, instructions }, { noise: 'calibrated', shots })),
    duration_ms,
  }))

  it('grow as the work, within a factor of ten from 3 to 16 qubits: noise and load are not in the work', () => {
    const ratios = jobs.map(({ work, duration_ms }) => duration_ms / work)
    expect(Math.max(...ratios) / Math.min(...ratios)).toBeLessThan(10)
  })

  it('lie in the intervals that the others give, which are of use', () => {
    const intervals = jobs.map(
      job =>
        runtimeFrom(
          jobs.filter(other => other !== job),
          job.work,
        ).runtime_interval!,
    )
    const held = jobs.filter(({ duration_ms }, at) => {
      const { low_ms, high_ms } = intervals[at]!
      return low_ms <= duration_ms && duration_ms <= high_ms
    })
    expect(held.length / jobs.length).toBeGreaterThanOrEqual(intervals[0]!.confidence)
    for (const { low_ms, high_ms } of intervals) expect(high_ms / low_ms).toBeLessThan(10)
  })
})

/** Numerical Recipes' quick generator: enough for ratios of times. */
function uniforms(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

describe('the time of the next job', () => {
  const job = (work: number, ratio: number) => ({ work, duration_ms: work * ratio })

  it('is unknown where none has completed', () => {
    expect(runtimeFrom([], 100)).toMatchObject({ runtime_ms: null, runtime_interval: null, runtime_basis: 'unknown' })
  })

  it('is the median ratio of those nearest in size, with the range of theirs', () => {
    const near = [2, 3, 4, 5, 9].map(ratio => job(100, ratio))
    const far = Array.from({ length: 20 }, () => job(10_000, 50))
    const { runtime_ms, runtime_interval, jobs } = runtimeFrom(near, 200)
    expect([runtime_ms, jobs]).toEqual([800, 5])
    expect(runtime_interval).toEqual({ low_ms: 400, high_ms: 1_800, confidence: 4 / 6 })
    expect(runtimeFrom([...far, ...Array.from({ length: 20 }, () => job(100, 3))], 100).runtime_ms).toBe(300)
  })

  it('has no interval from a few jobs, nor for one far larger than all of them', () => {
    const five = [1, 2, 3, 4, 5].map(ratio => job(100, ratio))
    expect(runtimeFrom(five.slice(1), 100)).toMatchObject({ runtime_ms: 350, runtime_interval: null, beyond: false })
    expect(runtimeFrom(five, 10_000)).toMatchObject({ runtime_ms: 30_000, runtime_interval: null, beyond: true })
  })

  it('takes a time below the clock as half of its tick', () => {
    expect(runtimeFrom([{ work: 1, duration_ms: 0 }], 1).runtime_ms).toBe(0.5)
  })

  it('holds as many of the next ones as it says', () => {
    const next = uniforms(7)
    const ratio = () => Math.exp(2 * (next() + next() + next() - 1.5))
    const trials = 4_000
    for (const known of [5, 20]) {
      let held = 0
      for (let trial = 0; trial < trials; trial++) {
        const jobs = Array.from({ length: known }, () => job(50 + 100 * next(), ratio()))
        const { low_ms, high_ms } = runtimeFrom(jobs, 100).runtime_interval!
        const taken = 100 * ratio()
        if (taken >= low_ms && taken <= high_ms) held++
      }
      const claimed = (known - 1) / (known + 1)
      const error = Math.sqrt((claimed * (1 - claimed)) / trials)
      expect(Math.abs(held / trials - claimed)).toBeLessThan(4 * error)
    }
  })
})
