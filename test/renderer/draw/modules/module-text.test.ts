import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../../../main/contract/modules/candidates'
import {
  candidateAgainstFirst,
  candidateGateText,
  coherenceBarEnd,
  faultToleranceText,
  gateRestsOn,
  gateWords,
  nativeText,
  ratioAgainstGate,
  searchText,
  shortestT2Text,
  stepText,
} from '../../../../renderer/src/draw/modules/module-text'
import { spreadText, stabilityText } from '../../../../renderer/src/draw/modules/stability-text'
import { needText, ruledOutScore, thresholdText, vetoText } from '../../../../renderer/src/draw/modules/veto-text'
import { sampleModule } from '../../samples/modules'

describe('words about a module', () => {
  it('keeps a ratio just above the gate apart from the gate', () => {
    const gate = { limit: 0.2, passed: false }
    expect(gateWords({ coherence_ratio: 0.2004, gate })).toBe('Failed: coherence ratio 0.2004 exceeds 0.20')
    expect(gateWords({ coherence_ratio: 0.2, gate: { ...gate, passed: true } })).toContain('Passed')
    expect(coherenceBarEnd(0.1)).toBe(0.4)
    expect(coherenceBarEnd(0.9)).toBeGreaterThan(0.9)
  })

  it('names the assumptions that the gate rests on, and where it turns', () => {
    const [figure, text, message] = ['reset_length_ns', 'reset length 2932 ns', 'It passes with at most 1700 ns.']
    const rests_on = [{ figure, text, message, low: 2_932, high: 2_932, parts: ['qubit 4'], turns_at: 1_700 }]
    expect(gateRestsOn({ gate: { limit: 0.2, passed: false, rests_on } })).toEqual([
      'Rests on an assumption: reset length 2932 ns. It passes with at most 1700 ns.',
    ])
    expect(gateRestsOn({ gate: { limit: 0.2, passed: true } })).toEqual([])
  })

  it('says that a gate is unknown where a T2 is, and that its ratio is a bound', () => {
    const gate = { limit: 0.2, passed: false, verdict: 'unknown', ratio_is_bound: true } as const
    const module = { coherence_ratio: 0.0595, gate }
    expect(gateWords(module)).toBe(
      'Unknown: coherence ratio is at least 0.0595; a T2 that is not known decides whether it is at most 0.20',
    )
    expect(ratioAgainstGate(module)).toBe('≥ 0.0595, unknown against 0.20')
    expect(gateWords({ coherence_ratio: 0.3, gate: { ...gate, verdict: 'failed' } })).toBe(
      'Failed: coherence ratio of at least 0.3000 exceeds 0.20',
    )
    const [first] = sampleModule().candidates as [Candidate]
    const candidate = { ...first, coherence_ratio: 0.0595, gate_passed: false, gate_verdict: 'unknown' } as const
    expect(candidateGateText(candidate, 0.2)).toBe('≥ 0.0595, limit 0.20: unknown')
    const { t2_min_us: _, ...diagnostics } = sampleModule().diagnostics
    expect(shortestT2Text({ ...diagnostics, t2_min_us: null, t2_min_at_most_us: 90 })).toBe(
      '≤ 90 µs (2·T1; not published)',
    )
  })

  it('counts native gates beside CZs only where they are others', () => {
    const module = sampleModule()
    expect(nativeText(module)).toBeNull()
    const { diagnostics, schedule } = module
    const edges = diagnostics.delta_round.edges.map(edge => ({ ...edge, native_gate: 'iswap', native_uses: 2 }))
    const delta_round = { ...diagnostics.delta_round, edges }
    const other = {
      ...module,
      schedule: { ...schedule, native_two_qubit_count: 144 },
      diagnostics: { ...diagnostics, delta_round },
    }
    expect(nativeText(other)).toBe('72 CZ made of 144 native iswap')
  })

  it('says how many single faults were enumerated and how many break it', () => {
    const ft = { protocol: 'adaptive', cases: 472, failures: 130, schedule_hash: '', counterexample: null }
    expect(faultToleranceText(ft)).toBe('Not fault tolerant: 130 of 472 single faults lead to a logical error.')
    expect(faultToleranceText({ ...ft, failures: 0 })).toContain('all 472 single faults')
  })

  it('claims the least Δ_round only where the search proves it, and of the declared schedules alone', () => {
    const search = { optimal: false, bound: 0.5, layouts_considered: 2_520, layouts_scored: 180 }
    expect(searchText(search)).toBe(
      'Best found, not proved optimal: nothing below 0.500 can exist (2,520 placements considered, 180 layouts compiled and scored).',
    )
    expect(searchText({ ...search, bound: null })).toContain('no lower bound')
    expect(searchText({ ...search, optimal: true })).toContain('Least Δ_round of the declared schedules, proved')
  })

  it('says what was searched, and how, where the service says so', () => {
    const search = {
      optimal: true,
      bound: null,
      layouts_considered: 12,
      layouts_scored: 48,
      extractions_compiled: 90,
      branches: 3_000,
      space: 'Everything.',
    }
    expect(searchText(search)).toBe(
      'Least Δ_round of the declared schedules, proved (12 placements considered, 48 layouts compiled and scored, 90 extractions compiled, 3,000 partial choices looked at). Searched: Everything.',
    )
  })

  it('says what a candidate costs more than the first, by term where it is known', () => {
    const [first, second] = sampleModule().candidates as [Candidate, Candidate]
    expect(candidateAgainstFirst(first, first)).toBe('the best one')
    const plain = candidateAgainstFirst({ ...second, score: first.score + 0.1, swap_count: 14 }, first)
    expect(plain).toBe('Δ_round +0.100, round +548 ns, SWAPs −2')
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
    expect(thresholdText(thresholds)).toMatch(/single-qubit fidelity 99 %.*T1 10 µs, T2 5 µs/)
  })

  it('says what each step does', () => {
    expect(stepText({ kind: 'move', data: null, pauli: null, from: 4, to: 5 })).toBe('move A 4 → 5')
    expect(stepText({ kind: 'flag', data: null, pauli: null, from: 4, to: 1 })).toBe('flag 4–1')
    expect(stepText({ kind: 'couple', data: 'D2', pauli: 'Z', from: 4, to: 3 })).toBe('Z on D2 (4–3)')
  })

  it('puts a veto in plain words with both figures and their unit', () => {
    const veto = { site: 'qubit:17', figure: 't2_us', value: 3.2, threshold: 10, message: '' }
    expect(vetoText(veto)).toBe('qubit 17: T2 3.2 µs is below 10 µs')
    expect(vetoText({ ...veto, value: null })).toBe('qubit 17: T2 is not published')
    expect(vetoText({ ...veto, message: 'as the service says' })).toBe('as the service says')
  })

  it('gives no trend for too few snapshots', () => {
    const stability = { snapshots: 1, mean: 1, spread: 0, worst: 1, slope_per_day: null }
    expect(stabilityText(stability)).toBe('1 snapshot: too few for a trend')
    expect(stabilityText({ ...stability, snapshots: 0 })).toBe('no snapshot in the last 30 days')
    expect(stabilityText({ ...stability, snapshots: 0, unusable: 1 })).toBe(
      '0 snapshots: too few for a trend; 1 further snapshot vetoes a part of it',
    )
  })

  it('hides no snapshot that vetoes a part behind a small spread', () => {
    const stability = { snapshots: 5, unusable: 2, mean: 1, spread: 0.012, worst: 1, slope_per_day: 0 }
    expect(spreadText(stability)).toBe('0.0120 over 5 snapshots, 2 more veto a part')
    expect(spreadText({ ...stability, unusable: 0 })).toBe('0.0120 over 5 snapshots')
    expect(spreadText({ ...stability, snapshots: 1, spread: null, unusable: 1 })).toBe(
      'none from 1 snapshot, 1 more vetoes a part',
    )
    expect(spreadText(undefined)).toBe('—')
  })

  it('judges a candidate by the gate as the service did', () => {
    const [first] = sampleModule().candidates as [Candidate]
    expect(candidateGateText({ ...first, coherence_ratio: 0.1411, gate_passed: true }, 0.2)).toBe(
      '0.1411 ≤ 0.20: passed',
    )
    expect(candidateGateText({ ...first, coherence_ratio: 2.5, gate_passed: false }, 0.2)).toBe('2.50 > 0.20: failed')
    expect(candidateGateText(first, 0.2)).toBe('—')
  })

  it('says what would lift a veto, and when a score is only a bound', () => {
    const veto = { site: 'edge:8-17', figure: 'cz_fidelity', value: 0.9, threshold: 0.95, message: 'low' }
    expect(needText(veto)).toBe('edge 8–17: CZ fidelity of 95 % or more')
    expect(needText({ ...veto, site: 'qubit:3', figure: 't2_us', threshold: 0.5 })).toBe(
      'qubit 3: T2 of 0.5 µs or more',
    )
    expect(needText({ ...veto, threshold: null })).toBe('edge 8–17: a published CZ fidelity')
    expect(needText({ ...veto, figure: 'out_of_service', threshold: null })).toBe('edge 8–17: back in service')
    expect(needText({ ...veto, site: 'qubit:3', figure: 'calibration', threshold: null })).toBe(
      'qubit 3: in the calibration',
    )
    expect(ruledOutScore({ score: 0.5, score_is_bound: true })).toBe('at least 0.500')
    expect(ruledOutScore({ score: 0.5, score_is_bound: false })).toBe('0.500')
  })
})
