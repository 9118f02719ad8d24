/**
 * Every single fault of a stretch of frame operations and what it leaves, by one sweep from the end: propagation is
 * linear, so the effect of X and of Z on each qubit at each location is enough. The faults are exactly those that the
 * sampler draws.
 */
import { PAULI_PAIRS } from '../code/pauli'
import { MAX_SITES } from '../model/round'
import type { FrameOp } from './frame'

/** Effect after the last operation: flipped bits (bit i is `bits[i]`), X and Z on qubits, all as masks. */
export interface FrameEffect {
  readonly flips: number
  readonly x: number
  readonly z: number
}

export interface FrameFault {
  /** Position of the noisy operation. */
  readonly op: number
  /** One letter per qubit, or `flip`. */
  readonly pauli: string
  readonly probability: number
  readonly effect: FrameEffect
}

const NONE: FrameEffect = { flips: 0, x: 0, z: 0 }
const both = (a: FrameEffect, b: FrameEffect): FrameEffect => ({
  flips: a.flips ^ b.flips,
  x: a.x ^ b.x,
  z: a.z ^ b.z,
})

/** Effects of X and Z on each qubit just before the operations swept so far. */
class Sweep {
  readonly x: FrameEffect[]
  readonly z: FrameEffect[]

  constructor(qubits: number) {
    if (qubits > MAX_SITES) throw new RangeError(`${qubits} qubits; at most ${MAX_SITES} are supported`)
    this.x = Array.from({ length: qubits }, (_, q) => ({ ...NONE, x: 1 << q }))
    this.z = Array.from({ length: qubits }, (_, q) => ({ ...NONE, z: 1 << q }))
  }

  of(q: number, letter: string): FrameEffect {
    const x = letter === 'X' || letter === 'Y' ? this.x[q]! : NONE
    return letter === 'Z' || letter === 'Y' ? both(x, this.z[q]!) : x
  }

  /** Moves the sweep back over one operation. Masks, registers and definite Paulis do not propagate anything. */
  back(op: FrameOp, flip: (bit: number) => number): void {
    const { x, z } = this
    switch (op.op) {
      case 'h':
        ;[x[op.q], z[op.q]] = [z[op.q]!, x[op.q]!]
        return
      case 's':
        x[op.q] = both(x[op.q]!, z[op.q]!)
        return
      case 'cz': {
        const [a, b] = [z[op.a]!, z[op.b]!]
        x[op.a] = both(x[op.a]!, b)
        x[op.b] = both(x[op.b]!, a)
        return
      }
      case 'reset':
        x[op.q] = NONE
        z[op.q] = NONE
        return
      case 'measure':
        x[op.q] = both(x[op.q]!, { ...NONE, flips: flip(op.bit) })
        z[op.q] = NONE
    }
  }
}

/** A sweep that goes back over a program, and the mask of a bit among those whose flips are followed. */
interface FollowedFlips {
  readonly sweep: Sweep
  readonly flip: (bit: number) => number
}

/** Faults of the operation at this position; `sweep` stands just after it. */
function faultsAt(op: FrameOp, at: number, { sweep, flip }: FollowedFlips): FrameFault[] {
  const fault = (pauli: string, probability: number, effect: FrameEffect) => ({ op: at, pauli, probability, effect })
  switch (op.op) {
    case 'reset':
      return [fault('flip', op.flip, sweep.of(op.q, 'X'))]
    case 'measure':
      return [fault('flip', op.flip, { ...NONE, flips: flip(op.bit) })]
    case 'pauli1':
      return [
        fault('X', op.px, sweep.of(op.q, 'X')),
        fault('Y', op.py, sweep.of(op.q, 'Y')),
        fault('Z', op.pz, sweep.of(op.q, 'Z')),
      ]
    case 'pauli2':
      return PAULI_PAIRS.map(([a, b]) => fault(a + b, op.p / 15, both(sweep.of(op.a, a), sweep.of(op.b, b))))
    default:
      return []
  }
}

export interface ProgramPart {
  readonly ops: readonly FrameOp[]
  readonly qubits: number
  /** Planes whose flips are followed, at most 31; flips of others are forgotten. */
  readonly bits: readonly number[]
}

/**
 * Every single fault, by position of its operation; those of probability 0 are left out. Throws a RangeError above 31
 * qubits.
 */
export function frameFaults({ ops, qubits, bits }: ProgramPart): readonly FrameFault[] {
  const index = new Map(bits.map((bit, i) => [bit, 1 << i]))
  const flip = (bit: number) => index.get(bit) ?? 0
  const sweep = new Sweep(qubits)
  const found: FrameFault[] = []
  for (let at = ops.length - 1; at >= 0; at--) {
    found.push(...faultsAt(ops[at]!, at, { sweep, flip }).filter(({ probability }) => probability > 0))
    sweep.back(ops[at]!, flip)
  }
  return found.reverse()
}

/** Effects of an X and a Z on each qubit before the first operation. */
export function entryEffects({ ops, qubits, bits }: ProgramPart): Pick<Sweep, 'x' | 'z'> {
  const index = new Map(bits.map((bit, i) => [bit, 1 << i]))
  const sweep = new Sweep(qubits)
  for (let at = ops.length - 1; at >= 0; at--) sweep.back(ops[at]!, bit => index.get(bit) ?? 0)
  return sweep
}
