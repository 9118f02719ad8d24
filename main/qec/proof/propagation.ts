import type { Pauli5 } from '../model/fault'
import type { Layout, RoundCircuit } from '../model/round'
import { MAX_SITES } from '../model/round'
import { OP_CODES, type PlainOp } from '../schedule/expand'

/**
 * Pauli propagation with one bit per site: which sites carry an X and which a Z, and which measured bits have flipped,
 * all relative to the same circuit without faults. D0..D4 are bits 0..4, A's home 5, F 6, empty sites from 7 on.
 */
export interface Frame {
  x: number
  z: number
  /** Bits 0..3 are a0..a3, 4..7 f0..f3, 8..11 s0..s3. */
  flips: number
}

export const cleanFrame = (): Frame => ({ x: 0, z: 0, flips: 0 })

const DATA = 0b11111

/** The part of a frame that lies on D0..D4. */
export const dataError = ({ x, z }: Pick<Frame, 'x' | 'z'>): Pauli5 => ({ x: x & DATA, z: z & DATA })

export type LocalSites = ReadonlyMap<number, number>

/** Bit of each site that the operations touch. Throws a RangeError above 31 sites. */
export function localSites(layout: Layout, ops: readonly Pick<PlainOp, 'sites'>[]): LocalSites {
  const bits = new Map<number, number>()
  const add = (site: number) => bits.has(site) || bits.set(site, 1 << bits.size)
  for (const site of [...layout.data, layout.ancilla, layout.flag]) add(site)
  for (const op of ops) op.sites.forEach(add)
  if (bits.size > MAX_SITES)
    throw new RangeError(`the round uses ${bits.size} sites; at most ${MAX_SITES} are supported`)
  return bits
}

const BIT_GROUPS = { a: 0, f: 4, s: 8 } as const

/** Operations as parallel columns. `second` is the other site of a CZ, or the flip bit that an M writes. */
export interface Program {
  readonly gate: Uint8Array
  readonly first: Int32Array
  readonly second: Int32Array
}

export const flipBit = (name: string): number =>
  1 << (BIT_GROUPS[name[0] as keyof typeof BIT_GROUPS] + Number(name.slice(1)))

export function programOf(ops: readonly Omit<PlainOp, 'purpose' | 'generator'>[], sites: LocalSites): Program {
  const second = ({ gate, bit, sites: at }: Pick<PlainOp, 'gate' | 'bit' | 'sites'>) =>
    gate === 'CZ' ? sites.get(at[1]!)! : gate === 'M' && bit !== null ? flipBit(bit) : 0
  return {
    gate: Uint8Array.from(ops, op => OP_CODES[op.gate]),
    first: Int32Array.from(ops, op => sites.get(op.sites[0]!)!),
    second: Int32Array.from(ops, second),
  }
}

/** Carries the frame through operations `from` to the end, or to `until` exclusive. An empty frame stays empty. Hot loop: for each fault of each round. */
export function advance(frame: Frame, program: Program, from: number, until = program.gate.length): void {
  const { gate, first, second } = program
  let { x, z, flips } = frame
  for (let i = from; i < until && (x | z) !== 0; i++) {
    const a = first[i]!
    const b = second[i]!
    switch (gate[i]) {
      case OP_CODES.R:
        x &= ~a
        z &= ~a
        break
      case OP_CODES.H: {
        const exchanged = (x ^ z) & a
        x ^= exchanged
        z ^= exchanged
        break
      }
      case OP_CODES.CZ:
        if (x & a) z ^= b
        if (x & b) z ^= a
        break
      default:
        if (x & a) flips ^= b
    }
  }
  frame.x = x
  frame.z = z
  frame.flips = flips
}

/** A compiled round ready for propagation. */
export interface RoundPrograms {
  readonly sites: LocalSites
  readonly flagged: readonly Program[]
  readonly repeat: Program
}

export function roundPrograms({ layout, flagged, repeat }: RoundCircuit): RoundPrograms {
  const sites = localSites(layout, [...flagged.flatMap(segment => segment.ops), ...repeat.ops])
  return {
    sites,
    flagged: flagged.map(segment => programOf(segment.ops, sites)),
    repeat: programOf(repeat.ops, sites),
  }
}
