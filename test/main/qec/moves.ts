import type { CompiledRound, RoundPlan, TimedOp } from '../../../main/qec/model'
import { compileRound, unmergedOps } from '../../../main/qec/schedule/compile'
import { type PlainOp, swapOps } from '../../../main/qec/schedule/expand'
import { segmentOf } from '../../../main/qec/schedule/timeline'
import { NO_TIME } from './rounds'

/** Operations put into flagged segment `k`, before the operation at `at`. */
export const withOps = (round: CompiledRound, k: number, at: number, ops: readonly TimedOp[]): CompiledRound => ({
  ...round,
  flagged: round.flagged.map((segment, i) =>
    i === k ? { ...segment, ops: [...segment.ops.slice(0, at), ...ops, ...segment.ops.slice(at)] } : segment,
  ),
})

/** A full SWAP there and another back. */
export const thereAndBack = (from: number, to: number, generator: number): readonly TimedOp[] =>
  [
    ...swapOps({ gate: 'SWAP', from, to, generator }, 'from'),
    ...swapOps({ gate: 'SWAP', from: to, to: from, generator }, 'from'),
  ].map(op => ({ ...op, start_ns: 0, duration_ns: 0 }))

/** The unmerged round with its operations rewritten. */
export const roundOf = (plan: RoundPlan, rewrite: (ops: readonly PlainOp[]) => readonly PlainOp[]): CompiledRound => {
  const { flagged, repeat } = unmergedOps(plan)
  const segment = (ops: readonly PlainOp[]) => segmentOf(rewrite(ops), plan.layout, NO_TIME, 0)
  return { ...compileRound(plan, NO_TIME), flagged: flagged.map(segment), repeat: segment(repeat) }
}

/** Leaves out the first of a SWAP's three CNOTs, which does nothing when the new site holds |0>. */
export function withShortMoves(ops: readonly PlainOp[], resets: boolean): readonly PlainOp[] {
  const dropped = new Set(ops.flatMap((op, i) => (/ 1\/3$/.test(op.purpose) ? [i - 1, i, i + 1] : [])))
  return ops.flatMap((op, i) => {
    const swap = resets ? ops[i - 1] : undefined
    if (!swap || !/ 3\/3$/.test(swap.purpose)) return dropped.has(i) ? [] : [op]
    return [op, { ...op, gate: 'R' as const, sites: [swap.sites[0]!], purpose: 'reset vacated' }]
  })
}
