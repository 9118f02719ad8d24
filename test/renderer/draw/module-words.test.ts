import { describe, expect, it } from 'vitest'
import {
  coherenceBarEnd,
  faultToleranceWords,
  gateWords,
  searchWords,
  stabilityWords,
  stepWords,
  vetoWords,
} from '../../../renderer/src/draw/module-words'

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
  })
})
