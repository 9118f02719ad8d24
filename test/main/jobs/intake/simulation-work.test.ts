/** What recent jobs make of the time of the next. */
import { describe, expect, it } from 'vitest'
import {
  runtimeFrom,
  type SimulatedJob,
  simulationKind,
  simulationWork,
} from '../../../../main/jobs/intake/simulation-work'

const features = {
  ...{ instructions: 100, used_qubits: 12, written_clbits: 12 },
  ...{ is_clifford: false, has_decisions: false },
}
const dense: SimulatedJob = {
  ...{ features, rows: 1, shots: 1_000 },
  ...{ noise: 'none', precision: 'float64', estimates: null },
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

  it('of noisy trajectories grows with shots × gates × 2^qubits; exact values take no shots', () => {
    const noisy = { noise: 'calibrated' } as const
    const many = simulationWork(widened({}, noisy))
    expect(simulationWork(widened({ used_qubits: 14 }, noisy)) / many).toBeCloseTo(4, 1)
    expect(simulationWork(widened({ instructions: 300 }, noisy)) / many).toBeCloseTo(3, 1)
    expect(simulationWork(widened({}, { ...noisy, shots: 5_000 })) / many).toBeCloseTo(5, 1)
    expect(simulationWork(widened({ is_clifford: true }, noisy))).toBeLessThan(many / 100)
    const exact = { ...noisy, estimates: 'exact', shots: 0 } as const
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
