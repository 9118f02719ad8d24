import { describe, expect, it } from 'vitest'
import {
  againstFirst,
  deltaSegments,
  deltaTermsOf,
  deltaText,
  worstPart,
} from '../../../../renderer/src/draw/modules/delta-bars'
import { sampleBackend } from '../../samples/devices'
import { sampleModule } from '../../samples/modules'

const backend = sampleBackend()
const delta = sampleModule(backend).diagnostics.delta_round

describe('the Δ_round bar', () => {
  it('stacks the four terms without gaps up to the total', () => {
    const segments = deltaSegments(delta, delta.total * 2)
    segments.reduce((end, segment) => {
      expect(segment.from).toBeCloseTo(end, 12)
      return end + segment.width
    }, 0)
    expect(segments.at(-1)!.from + segments.at(-1)!.width).toBeCloseTo(0.5, 12)
  })

  it('draws nothing wider than nothing where there is no scale', () => {
    expect(deltaSegments(delta, 0).every(segment => segment.width === 0)).toBe(true)
  })

  it('says each term in words', () => {
    expect(deltaText(delta)).toMatch(/^Δ_round [\d.]+: gate [\d.]+, measurement [\d.]+, idle [\d.]+, reset [\d.]+$/)
  })

  it('names the site or edge that costs most', () => {
    const dear = { ...delta, edges: [...delta.edges, { a: 1, b: 2, uses: 6, error: 0.5, contribution: 3 }] }
    expect(worstPart(dear)).toEqual({ where: 'edge 1–2', what: '6 CZ at 50 %', value: 3 })
    expect(worstPart({ ...delta, edges: [] })).toMatchObject({
      where: expect.stringContaining('(ancilla)'),
      what: 'mostly readout',
    })
    expect(worstPart({ ...delta, edges: [], sites: [] })).toBeNull()
  })

  it('says by which terms a module loses against the first, the largest loss first', () => {
    const first = { ...delta, idle: delta.idle - 0.05, reset: delta.reset + 0.01 }
    expect(againstFirst(delta, first)).toBe('idle +0.05, reset −0.01')
    expect(againstFirst(delta, delta)).toBe('')
    expect(deltaTermsOf(delta).gate).toBe(delta.gate.total)
  })
})
