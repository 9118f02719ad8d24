import { type BitPlanes, type FrameOp, type FrameProgram, strideOf } from '../../qec/program/frame'
import { createYielder } from '../../worker/yielder'
import { createRandom, type Random } from '../model/random'
import type { FrameOptions } from '../model/simulator'
import { checkFrames } from './check'

/** One shot: a bit per row, as `qec/program/frame.ts` defines it. */
class Shot {
  readonly x: Uint8Array
  readonly z: Uint8Array
  readonly bits: Uint8Array
  private readonly registers: Uint8Array
  private mask: number | null = null

  constructor(
    program: FrameProgram,
    private readonly random: Random,
    private readonly input: (plane: number) => number,
  ) {
    this.x = new Uint8Array(program.qubits)
    this.z = new Uint8Array(program.qubits)
    this.bits = new Uint8Array(program.bits)
    this.registers = new Uint8Array(program.registers)
  }

  run(op: FrameOp): void {
    switch (op.op) {
      case 'mask':
        this.mask = op.reg
        return
      case 'set':
        this.registers[op.reg] = op.value
        return
      case 'xor':
      case 'or':
      case 'and':
      case 'andnot':
        this.combine(op.op, op.reg, (op.from === 'bit' ? this.bits : this.registers)[op.index]!)
        return
      default:
        if (this.mask === null || this.registers[this.mask] === 1) this.touch(op)
    }
  }

  private combine(op: 'xor' | 'or' | 'and' | 'andnot', reg: number, source: number): void {
    const old = this.registers[reg]!
    const results = { xor: old ^ source, or: old | source, and: old & source, andnot: old & (1 - source) }
    this.registers[reg] = results[op]
  }

  private touch(op: FrameOp): void {
    const { x, z, bits, random } = this
    switch (op.op) {
      case 'reset':
        x[op.q] = this.happens(op.flip)
        z[op.q] = random.bit()
        return
      case 'h':
        this.setFrame(op.q, z[op.q]!, x[op.q]!)
        return
      case 's':
        z[op.q]! ^= x[op.q]!
        return
      case 'cz':
        z[op.b]! ^= x[op.a]!
        z[op.a]! ^= x[op.b]!
        return
      case 'measure':
        bits[op.bit] = x[op.q]! ^ this.happens(op.flip)
        z[op.q] = random.bit()
        return
      case 'pauli1':
        this.pauli1(op)
        return
      case 'pauli2':
        this.pauli2(op.a, op.b, op.p)
        return
      case 'pauli':
        this.flip(op.q, Number(op.x), Number(op.z))
        return
      case 'peek':
        bits[op.bit] = this[op.which][op.q]!
        return
      case 'load':
        this[op.which][op.q] = this.input(op.input)
    }
  }

  private happens(probability: number): number {
    return this.random.uniform() < probability ? 1 : 0
  }

  private setFrame(q: number, x: number, z: number): void {
    this.x[q] = x
    this.z[q] = z
  }

  private flip(q: number, x: number, z: number): void {
    this.x[q]! ^= x
    this.z[q]! ^= z
  }

  private pauli1({ q, px, py, pz }: Extract<FrameOp, { op: 'pauli1' }>): void {
    const draw = this.random.uniform()
    if (draw < px) this.flip(q, 1, 0)
    else if (draw < px + py) this.flip(q, 1, 1)
    else if (draw < px + py + pz) this.flip(q, 0, 1)
  }

  private pauli2(a: number, b: number, p: number): void {
    if (!this.happens(p)) return
    const kind = 1 + Math.floor(this.random.uniform() * 15)
    this.flip(a, kind & 1, (kind >> 1) & 1)
    this.flip(b, (kind >> 2) & 1, kind >> 3)
  }
}

const planeBit = (plane: Uint8Array, shot: number) => (plane[shot >> 3]! >> (shot & 7)) & 1

/**
 * Samples a frame program shot by shot, one operation at a time: the reference of native/frames/sample.cc, and the engine where
 * the addon does not load. About 20 million shot-ops a second; yields to the event loop and stops when aborted.
 */
export async function sampleFramesReference(
  program: FrameProgram,
  { shots, seed, inputs = [], ...options }: FrameOptions,
): Promise<BitPlanes> {
  checkFrames(program, { shots, seed, inputs })
  const yielder = createYielder(options)
  const random = createRandom(seed)
  const stride = strideOf(shots)
  const data = new Uint8Array(stride * program.bits)
  for (let i = 0; i < shots; i++) {
    const shot = new Shot(program, random, plane => planeBit(inputs[plane]!, i))
    for (let at = 0; at < program.ops.length; at++) {
      if (at % 128 === 0 && yielder.isDue()) await yielder.yieldNow((i + at / program.ops.length) / shots)
      shot.run(program.ops[at]!)
    }
    shot.bits.forEach((bit, plane) => {
      data[plane * stride + (i >> 3)]! |= bit << (i & 7)
    })
  }
  return { data, planes: program.bits, shots, stride }
}
