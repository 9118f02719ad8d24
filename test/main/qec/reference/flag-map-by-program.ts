/**
 * The exhaustive reference of `flag-map`: plays the sampler's own program operation by operation for one shot, from the prepared
 * state and from the opposite one, with every choice of up to two faults in each stretch of it, and adds up how likely every
 * record is. What random outcomes the projection may have is tried out too.
 */
import { parity } from '../../../../main/qec/code/pauli'
import type { Pauli5 } from '../../../../main/qec/model/fault'
import type { FrameOp, FrameProgram } from '../../../../main/qec/program/frame'
import type { PlaneLayout } from '../../../../main/qec/schedule/plane-layout'

interface Shot {
  readonly x: number
  readonly z: number
  readonly registers: number
  readonly mask: number | null
  readonly bits: readonly number[]
}

/** One fault of an operation: X and Z masks on its qubits, or a wrong bit. */
interface Injection {
  readonly op: number
  readonly x: number
  readonly z: number
  readonly flip: boolean
  /** Odds against no fault there. */
  readonly odds: number
}

const bitsOf = (op: FrameOp): number[] => (op.op === 'measure' ? [op.bit] : [])

function injectionsOf(op: FrameOp, at: number): Injection[] {
  const injection = (x: number, z: number, chance: number, flip = false) => ({ op: at, x, z, flip, odds: chance })
  const faults: Injection[] = []
  if (op.op === 'reset') faults.push(injection(1 << op.q, 0, op.flip))
  if (op.op === 'measure') faults.push(injection(0, 0, op.flip, true))
  if (op.op === 'pauli1')
    faults.push(injection(1 << op.q, 0, op.px), injection(1 << op.q, 1 << op.q, op.py), injection(0, 1 << op.q, op.pz))
  if (op.op === 'pauli2')
    for (let pair = 1; pair < 16; pair++) {
      const on = (x: number, z: number) => ((pair & x) > 0 ? 1 << op.a : 0) | ((pair & z) > 0 ? 1 << op.b : 0)
      faults.push(injection(on(1, 2), on(4, 8), op.p / 15))
    }
  const none = faults.reduce((left, { odds }) => left - odds, 1)
  return faults.filter(({ odds }) => odds > 0).map(fault => ({ ...fault, odds: fault.odds / none }))
}

/** Plays operations [from, to); null where a fault lies in one that this shot does not execute. */
function play(
  shot: Shot,
  program: FrameProgram,
  { from, to }: Stretch,
  injections: readonly Injection[],
  gauge: number,
): Shot | null {
  let { x, z, registers, mask } = shot
  const bits = [...shot.bits]
  const register = (reg: number) => (registers >> reg) & 1
  const load = (reg: number, value: number) => {
    registers = (registers & ~(1 << reg)) | (value << reg)
  }
  for (let i = from; i < to; i++) {
    const op = program.ops[i]!
    const hits = injections.length === 0 ? injections : injections.filter(injection => injection.op === i)
    switch (op.op) {
      case 'mask':
        mask = op.reg
        continue
      case 'set':
        load(op.reg, op.value)
        continue
      case 'xor':
      case 'or':
      case 'and':
      case 'andnot': {
        const [held, other] = [register(op.reg), op.from === 'bit' ? bits[op.index]! : register(op.index)]
        load(op.reg, { xor: held ^ other, or: held | other, and: held & other, andnot: held & ~other & 1 }[op.op])
        continue
      }
    }
    if (mask !== null && register(mask) === 0) {
      if (hits.length > 0) return null
      continue
    }
    if (op.op === 'reset') {
      x &= ~(1 << op.q)
      z = (z & ~(1 << op.q)) | (gauge & (1 << op.q))
    } else if (op.op === 'h') {
      const swapped = ((x ^ z) >> op.q) & 1
      x ^= swapped << op.q
      z ^= swapped << op.q
    } else if (op.op === 's') z ^= x & (1 << op.q)
    else if (op.op === 'cz') {
      const [a, b] = [(x >> op.a) & 1, (x >> op.b) & 1]
      z ^= (a << op.b) ^ (b << op.a)
    } else if (op.op === 'measure') bits[op.bit] = ((x >> op.q) & 1) ^ (hits.length > 0 ? 1 : 0)
    for (const hit of hits) {
      x ^= hit.x
      z ^= hit.z
    }
  }
  return { x, z, registers, mask, bits }
}

interface Stretch {
  readonly from: number
  readonly to: number
}

/** Round 0, every round, the closing extraction, the readout: what comes between its last measurement and the next look at a register belongs to it. */
function stretchesOf({ ops }: FrameProgram, layout: PlaneLayout): Stretch[] {
  const ends = [
    ...Array.from({ length: layout.rounds + 1 }, (_, round) => (round + 1) * layout.perRound),
    ...(layout.tail > 0 ? [(layout.rounds + 1) * layout.perRound + layout.tail] : []),
  ]
  const stops = ends.map(end => {
    let at = ops.findLastIndex(op => bitsOf(op).some(bit => bit < end)) + 1
    while (!['set', 'mask'].includes(ops[at]!.op)) at++
    return at
  })
  return [...stops, ops.length].map((to, i) => ({ from: stops[i - 1] ?? 0, to }))
}

/** No fault, one, or two at different operations. */
function choicesOf(
  injections: readonly Injection[],
  most: number,
): { injections: readonly Injection[]; odds: number }[] {
  const sets: { injections: readonly Injection[]; odds: number }[] = [{ injections: [], odds: 1 }]
  for (const injection of injections)
    for (const set of [...sets])
      if (set.injections.length < most && set.injections.every(({ op }) => op !== injection.op))
        sets.push({ injections: [...set.injections, injection], odds: set.odds * injection.odds })
  return sets
}

export interface RecordWeight {
  readonly bits: readonly number[]
  /** Likelihood from the prepared state, and from the opposite one. */
  readonly weights: readonly [number, number]
}

/** Z flips of D0..D4 at their resets: an even number of them, for all five together do nothing to a product state of one letter. */
const GAUGES = Array.from({ length: 32 }, (_, mask) => mask).filter(mask => parity(mask) === 0)

export interface Asked {
  readonly program: FrameProgram
  readonly layout: PlaneLayout
  /** Turns the prepared state into its opposite. */
  readonly logical: Pauli5
  /** At most so many faults are injected in the readout. */
  readonly most: number
  /** What a record determines: those that determine the same are one. */
  readonly reported: (bits: readonly number[]) => string
}

export function exhaustive({ program, layout, logical, most, reported }: Asked): RecordWeight[] {
  const nothing: Shot = { x: 0, z: 0, registers: 0, mask: null, bits: Array(program.bits).fill(0) }
  const stretches = stretchesOf(program, layout)
  const totals = new Map<string, { bits: readonly number[]; weights: [number, number] }>()
  for (const gauge of GAUGES) {
    let shots = new Map([['', { shot: nothing, weights: [1, 1] as readonly [number, number] }]])
    stretches.forEach((stretch, i) => {
      const injections = program.ops
        .slice(stretch.from, stretch.to)
        .flatMap((op, at) => injectionsOf(op, stretch.from + at))
      const choices = choicesOf(injections, i === stretches.length - 1 ? most : 2)
      const next = new Map<string, { shot: Shot; weights: [number, number] }>()
      const add = (shot: Shot, weights: readonly [number, number]) => {
        const key = `${shot.x} ${shot.z} ${shot.registers} ${shot.bits.join('')}`
        const held = next.get(key)
        if (!held) next.set(key, { shot, weights: [...weights] })
        else for (const value of [0, 1] as const) held.weights[value] += weights[value]
      }
      for (const { shot, weights } of shots.values())
        for (const choice of choices) {
          const after = play(shot, program, stretch, choice.injections, gauge)
          if (!after) continue
          const [one, other] = weights.map(weight => weight * choice.odds) as [number, number]
          if (i > 0) add(after, [one, other])
          else {
            add(after, [one, 0])
            add({ ...after, x: after.x ^ logical.x, z: after.z ^ logical.z }, [0, other])
          }
        }
      shots = next
    })
    for (const { shot, weights } of shots.values()) {
      const key = reported(shot.bits)
      const held = totals.get(key)
      if (!held) totals.set(key, { bits: shot.bits, weights: [...weights] })
      else for (const value of [0, 1] as const) held.weights[value] += weights[value]
    }
  }
  return [...totals.values()]
}
