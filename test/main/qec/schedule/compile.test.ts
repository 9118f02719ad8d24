import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GENERATOR_PAULIS } from '../../../../main/qec/code/five-qubit'
import type { CompiledRound, Layout, Outer, RoundPlan, Segment } from '../../../../main/qec/model/round'
import { advance, localSites, programOf } from '../../../../main/qec/proof/propagation'
import { compiledOps, compileRound, durationBy, fnv1a64 } from '../../../../main/qec/schedule/compile'
import { type OpOrSwap, type PlainOp, swapOps } from '../../../../main/qec/schedule/expand'
import { mergeHadamards, orientSwaps } from '../../../../main/qec/schedule/hadamard-merging'
import { swapCost } from '../../../../main/qec/schedule/route'
import { timeOps } from '../../../../main/qec/schedule/timeline'
import { grid, TWO_CENTRES } from '../fixtures/graphs'
import { unmergedOps } from '../fixtures/moves'
import { planRound } from '../fixtures/planned-rounds'
import {
  anyChipletPlan,
  anyMixedPlan,
  CHIPLET_LAYOUT,
  chipletPlan,
  NO_TIME,
  STAR_LAYOUT,
  starPlan,
  TYPICAL,
  UNEVEN,
} from '../fixtures/rounds'
import {
  anyState,
  cz,
  h,
  norm,
  overlap,
  probabilityOfOne,
  project,
  type State,
  scaled,
  tensor,
  zeros,
} from '../reference/statevector'

const segmentsOf = (round: CompiledRound): readonly Segment[] => [...round.flagged, round.repeat]
const count = (ops: readonly Pick<PlainOp, 'gate'>[], gate: string) => ops.filter(op => op.gate === gate).length

/** What X and Z on every site from the start do to the data and the outcomes, and after every reset. */
function meaning(ops: readonly PlainOp[], layout: Layout, plan: readonly PlainOp[]) {
  const sites = localSites(layout, plan)
  const program = programOf(ops, sites)
  const data = layout.data.reduce((mask, site) => mask | sites.get(site)!, 0)
  const run = (x: number, z: number, from: number) => {
    const frame = { x, z, flips: 0 }
    advance(frame, program, from)
    return { x: frame.x & data, z: frame.z & data, flips: frame.flips }
  }
  const resets = ops.flatMap((op, i) => {
    const bit = sites.get(op.sites[0]!)!
    return op.gate === 'R' ? [run(bit, 0, i + 1), run(0, bit, i + 1)] : []
  })
  return { inputs: [...sites.values()].flatMap(bit => [run(bit, 0, 0), run(0, bit, 0)]), resets }
}

const sameMeaning = (plan: RoundPlan) => {
  const fast = compiledOps(plan)
  const slow = unmergedOps(plan)
  const all = [...slow.flagged.flat(), ...slow.repeat]
  ;[...fast.flagged, fast.repeat].forEach((ops, i) => {
    const reference = [...slow.flagged, slow.repeat][i]!
    expect(meaning(ops, plan.layout, all)).toEqual(meaning(reference, plan.layout, all))
    expect(ops.filter(op => op.gate !== 'H').map(op => [op.gate, op.sites, op.bit])).toEqual(
      reference.filter(op => op.gate !== 'H').map(op => [op.gate, op.sites, op.bit]),
    )
    expect(count(ops, 'H')).toBeLessThanOrEqual(count(reference, 'H'))
  })
}

describe('merging', () => {
  it('keeps what every segment does to data and outcomes exactly, whatever the empty sites hold', () => {
    sameMeaning(starPlan())
    fc.assert(fc.property(anyMixedPlan, sameMeaning), { numRuns: 60 })
  })

  it('leaves no H outside the moves themselves without which data and outcomes would be the same', () => {
    const isInMove = (ops: readonly PlainOp[], at: number) => {
      if (/ for move |^move /.test(ops[at]!.purpose)) return true
      const before = ops.slice(0, at).findLast(({ sites }) => sites.includes(ops[at]!.sites[0]!))
      return before !== undefined && /^swap .* [12]\/3$/.test(before.purpose)
    }
    const cases = fc.property(anyMixedPlan, plan => {
      const { flagged, repeat } = compiledOps(plan)
      for (const ops of [...flagged, repeat]) {
        const whole = meaning(ops, plan.layout, ops)
        ops.forEach((h, at) => {
          if (h.gate !== 'H' || isInMove(ops, at)) return
          expect(meaning(ops.toSpliced(at, 1), plan.layout, ops)).not.toEqual(whole)
        })
      }
    })
    fc.assert(cases, { numRuns: 20 })
  })

  it('leaves no two H on one site with nothing between them', () => {
    fc.assert(
      fc.property(anyMixedPlan, plan => {
        const { flagged, repeat } = compiledOps(plan)
        for (const ops of [...flagged, repeat]) expect(mergeHadamards(ops)).toHaveLength(ops.length)
      }),
      { numRuns: 30 },
    )
  })

  it('swaps two sites with either orientation', () => {
    for (const outer of ['from', 'to'] as const) {
      const ops = swapOps({ gate: 'SWAP', from: 0, to: 1, generator: 0 }, outer)
      const bits = new Map([
        [0, 1],
        [1, 2],
      ])
      const carried = [
        [1, 0],
        [2, 0],
        [0, 1],
        [0, 2],
      ].map(([x, z]) => {
        const frame = { x: x!, z: z!, flips: 0 }
        advance(frame, programOf(ops, bits), 0)
        return [frame.x, frame.z]
      })
      expect(carried).toEqual([
        [2, 0],
        [1, 0],
        [0, 2],
        [0, 1],
      ])
      expect(mergeHadamards(ops).filter(op => op.gate === 'CZ')).toHaveLength(3)
    }
  })

  it('orients SWAPs as well as trying every orientation does', () => {
    const h = (site: number): OpOrSwap => ({ gate: 'H', sites: [site], bit: null, generator: 0, purpose: 'h' })
    const cz = (a: number, b: number): OpOrSwap => ({
      gate: 'CZ',
      sites: [a, b],
      bit: null,
      generator: 0,
      purpose: 'cz',
    })
    const swap = (from: number, to: number): OpOrSwap => ({ gate: 'SWAP', from, to, generator: 0 })
    // A walks over sites 0, 1 and 2, of which two are empty, and meets data on sites 3 and 4.
    const walk = (choices: readonly number[]): OpOrSwap[] => {
      let at = 0
      return choices.map(choice => {
        const [kind, other] = [choice % 4, Math.floor(choice / 4)]
        if (kind === 0) return h(other === 0 ? at : 2 + other)
        if (kind === 1) return cz(at, 3 + (other % 2))
        const from = at
        at = (at + 1 + (other % 2)) % 3
        return swap(from, at)
      })
    }
    const remaining = (pieces: readonly OpOrSwap[], outers: number) => {
      let n = 0
      const write = (p: OpOrSwap) =>
        p.gate === 'SWAP' ? swapOps(p, ((outers >> n++) & 1 ? 'to' : 'from') as Outer) : [p]
      return count(mergeHadamards(pieces.flatMap(write)), 'H')
    }
    fc.assert(
      fc.property(fc.array(fc.nat(11), { maxLength: 16 }), choices => {
        const pieces = walk(choices)
        const swaps = pieces.filter(p => p.gate === 'SWAP').length
        fc.pre(swaps <= 7)
        const least = Math.min(...Array.from({ length: 1 << swaps }, (_, outers) => remaining(pieces, outers)))
        expect(count(mergeHadamards(orientSwaps(pieces)), 'H')).toBe(least)
      }),
    )
  })
})

/** Plays a segment by start time; resets and measurements must find |0>, as they do on a code state. */
const play = (start: State, { ops }: Segment, qubits: ReadonlyMap<number, number>): State =>
  [...ops]
    .sort((a, b) => a.start_ns - b.start_ns)
    .reduce((state, { gate, sites }) => {
      const [a, b] = sites.map(site => qubits.get(site)!) as [number, number]
      if (gate === 'H') return h(state, a)
      if (gate === 'CZ') return cz(state, a, b)
      expect(probabilityOfOne(state, a)).toBeLessThan(1e-12)
      return state
    }, start)

/** Probability of finding the lower qubits in this state, whatever the others hold. */
const share = (state: State, low: State): number =>
  Array.from({ length: state.length / low.length }, (_, i) => {
    const part = state.slice(i * low.length, (i + 1) * low.length)
    return overlap(low, part) ** 2
  }).reduce((sum, one) => sum + one, 0)

describe('a compiled round', () => {
  it('measures every generator as +1 on a code state and leaves the state alone, whatever the empty sites hold', () => {
    fc.assert(
      fc.property(anyChipletPlan, anyState(5), anyState(2), (plan, data, empty) => {
        const coded = GENERATOR_PAULIS.reduce((state, g) => project(state, g.x, g.z), data)
        fc.pre(norm(coded) > 0.01)
        const known = tensor(scaled(coded), zeros(2))
        const start = tensor(known, empty)
        const { layout } = plan
        const qubits = new Map(
          [...layout.data, layout.ancilla, layout.flag, ...layout.routing].map((site, q) => [site, q]),
        )
        for (const durations of [TYPICAL, UNEVEN]) {
          const round = compileRound(plan, durations)
          const end = [...round.flagged, round.repeat].reduce((state, segment) => play(state, segment, qubits), start)
          expect(share(end, known)).toBeCloseTo(1, 9)
        }
      }),
      { numRuns: 5 },
    )
  })

  it('counts 24 CZs, 8 resets, 8 measurements and 4 measurement cycles on the star', () => {
    const round = compileRound(starPlan(), TYPICAL)
    const ops = round.flagged.flatMap(segment => segment.ops)
    expect([count(ops, 'CZ'), count(ops, 'R'), count(ops, 'M'), round.flagged.length]).toEqual([24, 8, 8, 4])
    expect(round).toMatchObject({ cz_count: 24, swap_count: 0, conditional_cz_count: 16, single_qubit_gate_count: 32 })
  })

  it('counts three CZs for a SWAP', () => {
    expect(compileRound(chipletPlan(), TYPICAL)).toMatchObject({
      cz_count: 72,
      swap_count: 16,
      conditional_cz_count: 64,
      conditional_swap_count: 16,
    })
  })

  it('writes a_k and f_k in segment k, and s_0..s_3 in the repeat', () => {
    const bits = segmentsOf(compileRound(chipletPlan(), UNEVEN)).map(s => s.ops.flatMap(op => op.bit ?? []).sort())
    expect(bits).toEqual([
      ['a0', 'f0'],
      ['a1', 'f1'],
      ['a2', 'f2'],
      ['a3', 'f3'],
      ['s0', 's1', 's2', 's3'],
    ])
  })

  it('takes as long as one can reckon by hand on the star', () => {
    const round = compileRound(starPlan(), TYPICAL)
    // Reset, H, six CZs one after another on A, H, readout; the H's of the data fit beside them.
    expect(round.flagged.map(s => s.duration_ns)).toEqual(Array(4).fill(300 + 40 + 6 * 60 + 40 + 700))
    expect(round.duration_ns).toBe(4 * 1440)
    expect(round.flagged.map(s => s.ops[0]!.start_ns)).toEqual([0, 1440, 2880, 4320])
    expect(round.repeat.duration_ns).toBe(4 * (300 + 40 + 4 * 60 + 40 + 700))
    expect(round.depth).toBe(4 * 10)
  })
})

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
    expect(timeOps(ops, starPlan().layout, NO_TIME, 5).map(op => op.purpose)).toEqual(ops.map(op => op.purpose))
  })
})

describe('the schedule hash', () => {
  it('is FNV-1a with 64 bits', () => {
    expect(fnv1a64('')).toBe('cbf29ce484222325')
    expect(fnv1a64('a')).toBe('af63dc4c8601ec8c')
    expect(fnv1a64('foobar')).toBe('85944171f73967e8')
  })

  it('does not depend on durations, on which sites are used, or on the order of routing sites', () => {
    const plan = chipletPlan()
    const hash = compileRound(plan, TYPICAL).schedule_hash
    expect(compileRound(plan, UNEVEN).schedule_hash).toBe(hash)
    const moved = planRound(
      { sites: grid(3, 3).sites.map(s => s + 40), edges: grid(3, 3).edges.map(([a, b]) => [a + 40, b + 40] as const) },
      { ancilla: 44, flag: 41, data: [40, 42, 46, 47, 48], routing: [45, 43] },
      swapCost,
    )!
    expect(compileRound(moved, UNEVEN).schedule_hash).toBe(hash)
  })

  it('differs for another order, another layout and another label', () => {
    const plans = [
      starPlan(),
      chipletPlan(),
      chipletPlan([2, 0, 6, 7, 8]),
      chipletPlan([0, 2, 6, 8, 7]),
      planRound(TWO_CENTRES, { ancilla: 0, flag: 2, data: [4, 5, 6, 3, 7], routing: [1] }, swapCost)!,
    ]
    expect(new Set(plans.map(plan => compileRound(plan, TYPICAL).schedule_hash)).size).toBe(plans.length)
  })
})
