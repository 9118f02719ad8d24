import { describe, expect, it } from 'vitest'
import {
  bestImprovements,
  fixesToBeFirst,
  gateImprovement,
  improvementText,
} from '../../../../renderer/src/draw/modules/improvements'
import { sampleBackend } from '../../samples/devices'
import { sampleLogicalQubits, sampleModule } from '../../samples/modules'

const backend = sampleBackend(2, 2)
const delta = sampleModule(backend).diagnostics.delta_round
const worse = sampleModule(backend, 'a01', 1.5).diagnostics.delta_round

describe('what would fix a module', () => {
  it('is sorted by what it saves: half the error times its uses', () => {
    const fixes = bestImprovements(delta, Number.POSITIVE_INFINITY)
    const saves = fixes.map(fix => fix.saves)
    expect(saves).toEqual([...saves].sort((a, b) => b - a))
    const edge = [...delta.edges].sort((a, b) => b.contribution - a.contribution)[0]!
    const ofEdge = fixes.find(fix => fix.where === `edge ${edge.a}–${edge.b}`)!
    expect(ofEdge.saves).toBeCloseTo((edge.uses * edge.error) / 2, 12)
    expect(ofEdge.what).toContain(`${edge.uses} uses`)
  })

  it('adds up to half of Δ_round, so that no part is left out or counted twice', () => {
    const all = bestImprovements(delta, Number.POSITIVE_INFINITY).reduce((sum, fix) => sum + fix.saves, 0)
    expect(all).toBeCloseTo(delta.total / 2, 9)
  })

  it('is enough to be first once it makes up the difference, and never more than needed', () => {
    const fixes = fixesToBeFirst(worse, delta)!
    const saved = (count: number) => fixes.slice(0, count).reduce((sum, fix) => sum + fix.saves, 0)
    expect(saved(fixes.length)).toBeGreaterThan(worse.total - delta.total)
    expect(saved(fixes.length - 1)).toBeLessThanOrEqual(worse.total - delta.total)
    expect(fixesToBeFirst({ ...worse, total: 10 * worse.total }, delta)).toBeNull()
  })

  it('states the T2 or the duration that the gate asks for, and nothing when it passes', () => {
    expect(gateImprovement(sampleModule(backend))).toBeNull()
    const failing = sampleModule(backend, 'a01', 2)
    const needed = failing.predicted_round_duration_ns / 0.2 / 1_000
    expect(gateImprovement(failing)).toContain(`T2 of ${Number(needed.toPrecision(3))} µs instead of 120 µs`)
  })

  it('is said in short for a row of the ranking, with the way to the first', () => {
    const [first, second] = sampleLogicalQubits(backend).logical_qubits.map(each => each.module)
    expect(improvementText(first!, first!.diagnostics.delta_round)).toMatch(/saves [\d.]+$/)
    expect(improvementText(second!, first!.diagnostics.delta_round)).toMatch(/to the first\.$/)
    expect(improvementText(second!, null)).not.toContain('to the first')
  })
})
