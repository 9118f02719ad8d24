import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../../main/contract/modules'
import {
  candidateAgainstFirst,
  candidateGateWords,
  coherenceBarEnd,
  faultToleranceWords,
  gateWords,
  needWords,
  ruledOutScore,
  searchWords,
  spreadWords,
  stabilityWords,
  stepWords,
  thresholdWords,
  vetoWords,
} from '../../../renderer/src/draw/modules/text'
import { sampleModule } from '../samples/modules'

describe('words about a module', () => {
  it('keeps a ratio just above the gate apart from the gate', () => {
    const gate = { limit: 0.2, passed: false }
    expect(gateWords({ coherence_ratio: 0.2004, gate })).toBe('Failed: coherence ratio 0.2004 exceeds 0.20')
    expect(gateWords({ coherence_ratio: 0.2, gate: { ...gate, passed: true } })).toContain('Passed')
    expect(coherenceBarEnd(0.1)).toBe(0.4)
    expect(coherenceBarEnd(0.9)).toBeGreaterThan(0.9)
  })

  it('says how many single faults were enumerated and how many break it', () => {
    const ft = { protocol: 'adaptive', cases: 472, failures: 130, schedule_hash: '', counterexample: null }
    expect(faultToleranceWords(ft)).toBe('Not fault tolerant: 130 of 472 single faults lead to a logical error.')
    expect(faultToleranceWords({ ...ft, failures: 0 })).toContain('all 472 single faults')
  })

  it('claims an optimum only where the search does', () => {
    const search = { optimal: false, bound: 0.5, layouts_considered: 2_520, layouts_scored: 180 }
    expect(searchWords(search)).toBe(
      'Best found, not proved optimal: nothing below 0.5 can exist (2,520 placements considered, 180 layouts compiled and scored).',
    )
    expect(searchWords({ ...search, bound: null })).toContain('no lower bound')
    expect(searchWords({ ...search, optimal: true })).toContain('Optimum')
  })

  it('says what was searched, and how, where the service tells', () => {
    const search = {
      optimal: true,
      bound: null,
      layouts_considered: 12,
      layouts_scored: 48,
      extractions_compiled: 90,
      branches: 3_000,
      space: 'Everything.',
    }
    expect(searchWords(search)).toBe(
      'Optimum of the declared search space, proved (12 placements considered, 48 layouts compiled and scored, 90 extractions compiled, 3,000 partial choices looked at). Searched: Everything.',
    )
  })

  it('says what a candidate costs more than the first, by term where it is known', () => {
    const [first, second] = sampleModule().candidates as [Candidate, Candidate]
    expect(candidateAgainstFirst(first, first)).toBe('it is the first')
    const plain = candidateAgainstFirst({ ...second, score: first.score + 0.1, swap_count: 14 }, first)
    expect(plain).toBe('Δ_round +0.1, round +548 ns, SWAPs −2')
    const versus_best = { total: 0.1, two_qubit: -0.02, single_qubit: 0, measurement: 0, idle: 0.12, reset: 0 }
    const detailed = candidateAgainstFirst({ ...second, score: first.score + 0.1, versus_best }, first)
    expect(detailed).toContain('(idle +0.12, two-qubit −0.02)')
  })

  it('writes thresholds in their units', () => {
    const thresholds = {
      fidelity_1q: 0.99,
      readout_fidelity: 0.9,
      cz_fidelity: 0.95,
      reset_fidelity: 0.9,
      t1_us: 10,
      t2_us: 5,
    }
    expect(thresholdWords(thresholds)).toMatch(/fidelity 1q 99 %.*T1 10 µs, T2 5 µs/)
  })

  it('says what each step does', () => {
    expect(stepWords({ kind: 'move', data: null, pauli: null, from: 4, to: 5 })).toBe('move A 4 → 5')
    expect(stepWords({ kind: 'flag', data: null, pauli: null, from: 4, to: 1 })).toBe('flag 4–1')
    expect(stepWords({ kind: 'couple', data: 'D2', pauli: 'Z', from: 4, to: 3 })).toBe('Z on D2 (4–3)')
  })

  it('puts a veto in plain words with both figures and their unit', () => {
    const veto = { site: 'qubit:17', figure: 't2_us', value: 3.2, threshold: 10, message: '' }
    expect(vetoWords(veto)).toBe('qubit 17: T2 3.2 µs is below 10 µs')
    expect(vetoWords({ ...veto, value: null })).toBe('qubit 17: T2 is not published')
    expect(vetoWords({ ...veto, message: 'as the service says' })).toBe('as the service says')
  })

  it('gives no trend for too few snapshots', () => {
    const stability = { snapshots: 1, mean: 1, spread: 0, worst: 1, slope_per_day: null }
    expect(stabilityWords(stability)).toBe('1 snapshot: too few for a trend')
    expect(stabilityWords({ ...stability, snapshots: 0 })).toBe('no snapshot in the last 30 days')
    expect(stabilityWords({ ...stability, snapshots: 0, unusable: 1 })).toBe(
      '0 snapshots: too few for a trend; 1 further snapshot vetoes a part of it',
    )
  })

  it('hides no snapshot that vetoes a part behind a small spread', () => {
    const stability = { snapshots: 5, unusable: 2, mean: 1, spread: 0.012, worst: 1, slope_per_day: 0 }
    expect(spreadWords(stability)).toBe('0.012 over 5 snapshots, 2 more veto a part')
    expect(spreadWords({ ...stability, unusable: 0 })).toBe('0.012 over 5 snapshots')
    expect(spreadWords({ ...stability, snapshots: 1, spread: null, unusable: 1 })).toBe(
      'none from 1 snapshot, 1 more vetoes a part',
    )
    expect(spreadWords(undefined)).toBe('—')
  })

  it('judges a candidate by the gate as the service did', () => {
    const [first] = sampleModule().candidates as [Candidate]
    expect(candidateGateWords({ ...first, coherence_ratio: 0.1411, gate_passed: true }, 0.2)).toBe(
      '0.1411 ≤ 0.20: passed',
    )
    expect(candidateGateWords({ ...first, coherence_ratio: 2.5, gate_passed: false }, 0.2)).toBe(
      '2.5000 > 0.20: failed',
    )
    expect(candidateGateWords(first, 0.2)).toBe('—')
  })

  it('says what would lift a veto, and when a score is only a bound', () => {
    const veto = { site: 'edge:8-17', figure: 'cz_fidelity', value: 0.9, threshold: 0.95, message: 'low' }
    expect(needWords(veto)).toBe('edge 8–17: cz fidelity of 95 % or more')
    expect(needWords({ ...veto, site: 'qubit:3', figure: 't2_us', threshold: 0.5 })).toBe(
      'qubit 3: T2 of 0.5 µs or more',
    )
    expect(needWords({ ...veto, threshold: null })).toBe('edge 8–17: a published cz fidelity')
    expect(needWords({ ...veto, figure: 'out_of_service', threshold: null })).toBe('edge 8–17: back in service')
    expect(needWords({ ...veto, site: 'qubit:3', figure: 'calibration', threshold: null })).toBe(
      'qubit 3: in the calibration',
    )
    expect(ruledOutScore({ score: 0.5, score_is_bound: true })).toBe('at least 0.5')
    expect(ruledOutScore({ score: 0.5, score_is_bound: false })).toBe('0.5')
  })
})
