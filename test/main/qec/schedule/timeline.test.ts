import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompiledRound, Layout, Segment } from '../../../../main/qec/model/round'
import { compiledOps, compileRound, durationBy } from '../../../../main/qec/schedule/compile'
import { timeOps } from '../../../../main/qec/schedule/timeline'
import {
  anyChipletPlan,
  CHIPLET_LAYOUT,
  chipletPlan,
  NO_TIME,
  STAR_LAYOUT,
  starPlan,
  TYPICAL,
  UNEVEN,
} from '../fixtures/rounds'

const segmentsOf = (round: CompiledRound): readonly Segment[] => [...round.flagged, round.repeat]

const endOf = (op: { start_ns: number; duration_ns: number }) => op.start_ns + op.duration_ns

const isPreparation = ({ purpose }: { purpose: string }) => /^(reset|prepare) /.test(purpose)

/** Every site does one thing at a time, in array order, and never starts late; preparations end when their site is needed. */
function checkTiming(segment: Segment, start: number) {
  const free = new Map<number, number>()
  const soonest = new Map<number, number>()
  segment.ops.forEach((op, i) => {
    const after = (times: Map<number, number>) => Math.max(start, ...op.sites.map(site => times.get(site) ?? start))
    expect(op.start_ns).toBeGreaterThanOrEqual(after(free))
    if (isPreparation(op)) {
      const next = segment.ops.slice(i + 1).find(({ sites }) => sites.includes(op.sites[0]!))!
      expect(endOf(op)).toBe(next.start_ns)
    } else expect(op.start_ns).toBe(after(soonest))
    for (const site of op.sites) {
      free.set(site, endOf(op))
      soonest.set(site, isPreparation(op) ? after(soonest) + op.duration_ns : endOf(op))
    }
  })
  expect(Math.max(...free.values())).toBe(start + segment.duration_ns)
}

/** Idle windows lie in gaps, touch the operation that they stand before, and fill a data site's time up. */
function checkIdles(segment: Segment, layout: Layout, start: number) {
  for (const { site, start_ns, duration_ns, before } of segment.idles) {
    expect(duration_ns).toBeGreaterThan(0)
    const mine = segment.ops.map((op, i) => ({ op, i })).filter(({ op }) => op.sites.includes(site))
    const next = mine.find(({ i }) => i >= before)
    const last = mine.findLast(({ i }) => i < before)
    expect(start_ns).toBe(last ? endOf(last.op) : start)
    expect(start_ns + duration_ns).toBe(next ? next.op.start_ns : start + segment.duration_ns)
    expect(next ? next.i : segment.ops.length).toBe(before)
  }
  for (const site of layout.data) {
    const sum = (items: readonly { duration_ns: number }[]) =>
      items.reduce((total, item) => total + item.duration_ns, 0)
    const busy = sum(segment.ops.filter(op => op.sites.includes(site)))
    expect(busy + sum(segment.idles.filter(idle => idle.site === site))).toBe(segment.duration_ns)
  }
}

describe('the timeline', () => {
  it('is consistent for every plan and any durations', () => {
    const durations = fc.record({
      single: fc.integer({ min: 0, max: 50 }),
      cz: fc.integer({ min: 0, max: 90 }),
      readout: fc.integer({ min: 0, max: 900 }),
      reset: fc.integer({ min: 0, max: 900 }),
      spread: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(anyChipletPlan, durations, (plan, { single, cz, readout, reset, spread }) => {
        const round = compileRound(plan, {
          single: site => single + spread * site,
          cz: (a, b) => cz + spread * a * b,
          readout: site => readout + spread * site,
          reset: site => reset + spread * site,
        })
        let start = 0
        for (const segment of round.flagged) {
          checkTiming(segment, start)
          checkIdles(segment, plan.layout, start)
          start += segment.duration_ns
        }
        expect(round.duration_ns).toBe(start)
        checkTiming(round.repeat, 0)
        checkIdles(round.repeat, plan.layout, 0)
      }),
      { numRuns: 60 },
    )
  })

  it('lets A wait where it stands, and never on a site that it left', () => {
    const round = compileRound(chipletPlan(), { ...TYPICAL, single: site => (site === 5 ? 400 : 40) })
    const waits = round.flagged.flatMap(s => s.idles).filter(idle => !CHIPLET_LAYOUT.data.includes(idle.site))
    expect(new Set(waits.map(idle => idle.site))).toEqual(new Set([1, 4]))
    // Home waits for the slow H of site 5 only in the middle of a SWAP; afterwards home is empty and its gap is nobody's.
    for (const segment of round.flagged)
      for (const idle of segment.idles.filter(i => i.site === 4)) {
        const last = segment.ops.slice(0, idle.before).findLast(op => op.sites.includes(4))!
        if (last.purpose.startsWith('swap 4-')) expect(last.purpose).not.toContain('3/3')
      }
  })

  it('lets the new site wait too while a SWAP is under way', () => {
    const round = compileRound(chipletPlan(), { ...TYPICAL, single: site => (site === 4 ? 400 : 40) })
    const waits = round.flagged.flatMap(({ ops, idles }) =>
      idles.filter(idle => ops[idle.before]?.purpose === 'swap 4-5 2/3' && idle.site === 5),
    )
    expect(waits.length).toBeGreaterThan(0)
    for (const { duration_ns } of waits) expect(duration_ns).toBe(400 - 40)
  })

  it('prepares F when it is needed, and counts its wait between its two couplings', () => {
    const round = compileRound(starPlan(), TYPICAL)
    const { ops, idles } = round.flagged[0]!
    // Coupled from 400 and, two data couplings later, from 580; prepared with A it would have waited from 340.
    const ofF = ops.filter(op => op.sites.includes(STAR_LAYOUT.flag)).slice(0, 3)
    expect(ofF.map(op => op.start_ns)).toEqual([60, 360, 400])
    const waits = idles.filter(idle => idle.site === STAR_LAYOUT.flag)
    expect(waits.map(({ start_ns, duration_ns }) => [start_ns, duration_ns])).toEqual([[460, 120]])
  })

  it('takes no rounding of uneven lengths for a wait, and starts nothing before the segment', () => {
    const length = fc.double({ min: 20, max: 900, noNaN: true })
    fc.assert(
      fc.property(length, length, length, length, (single, cz, readout, reset) => {
        const lengths = { single: () => single, cz: () => cz, readout: () => readout, reset: () => reset }
        const { flagged } = compileRound(chipletPlan(), lengths)
        expect(Math.min(...flagged[0]!.ops.map(op => op.start_ns))).toBe(0)
        for (const { duration_ns } of flagged.flatMap(({ idles }) => idles)) expect(duration_ns).toBeGreaterThan(1e-6)
      }),
    )
  })

  it('is as long by other durations as if it were compiled for them', () => {
    const length = fc.integer({ min: 0, max: 900 })
    fc.assert(
      fc.property(anyChipletPlan, length, length, length, length, (plan, single, cz, readout, reset) => {
        const others = {
          single: (site: number) => single + site,
          cz: (a: number, b: number) => cz + a * b,
          readout: (site: number) => readout + site,
          reset: (site: number) => reset + site,
        }
        expect(durationBy(compileRound(plan, UNEVEN), others)).toBe(compileRound(plan, others).duration_ns)
      }),
      { numRuns: 60 },
    )
  })

  it('has no idle windows when nothing takes time', () => {
    for (const segment of segmentsOf(compileRound(chipletPlan(), NO_TIME))) expect(segment.idles).toEqual([])
  })

  it('keeps the order of operations on a site when some take no time', () => {
    const ops = compiledOps(starPlan()).flagged[0]!
    expect(timeOps(ops, { layout: starPlan().layout, durations: NO_TIME, start_ns: 5 }).map(op => op.purpose)).toEqual(
      ops.map(op => op.purpose),
    )
  })
})
