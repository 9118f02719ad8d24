import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Layout, Outer, RoundPlan } from '../../../../main/qec/model/round'
import { advance, localSites, programOf } from '../../../../main/qec/proof/propagation'
import { compiledOps } from '../../../../main/qec/schedule/compile'
import { type OpOrSwap, type PlainOp, swapOps } from '../../../../main/qec/schedule/expand'
import { mergeHadamards, orientSwaps } from '../../../../main/qec/schedule/hadamard-merging'
import { unmergedOps } from '../fixtures/moves'
import { anyMixedPlan, starPlan } from '../fixtures/rounds'

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
