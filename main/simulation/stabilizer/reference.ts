import { type BitPlanes, bitAt, strideOf } from '../../qec/program/frame'
import { createYielder } from '../../worker/yielder'
import { MAX_SIMULATED_SHOTS, needInteger, needSeed } from '../model/arguments'
import { createRandom, type Random } from '../model/random'
import type { RunOptions, SampleOptions } from '../model/run-options'
import { bitWidthOf, type StabilizerOp, type StabilizerProgram, type StabilizerSimulator } from '../model/stabilizer'
import { PlainTableau } from './tableau'

/** A row operation on more qubits than this would hold the event loop for longer than 20 ms. */
const MAX_REFERENCE_TABLEAU_QUBITS = 500

type Pauli1 = Extract<StabilizerOp, { op: 'pauli1' }>

function pauli1(tableau: PlainTableau, { q, px, py, pz }: Pauli1, draw: number): void {
  if (draw < px + py) tableau.x(q)
  if (draw >= px && draw < px + py + pz) tableau.z(q)
}

type Pauli2 = Extract<StabilizerOp, { op: 'pauli2' }>

function pauli2(tableau: PlainTableau, { a, b }: Pauli2, kind: number): void {
  if (kind & 1) tableau.x(a)
  if (kind & 2) tableau.z(a)
  if (kind & 4) tableau.x(b)
  if (kind & 8) tableau.z(b)
}

interface Shot {
  readonly tableau: PlainTableau
  readonly bits: Uint8Array
  readonly random: Random
}

function apply(op: StabilizerOp, { tableau, bits, random }: Shot): void {
  switch (op.op) {
    case 'cx':
    case 'cz':
    case 'swap':
      tableau[op.op](op.a, op.b)
      break
    case 'measure':
      bits[op.bit] = tableau.measure(op.q) ^ Number(random.uniform() < op.flip)
      break
    case 'reset':
      if (tableau.measure(op.q) === 1) tableau.x(op.q)
      break
    case 'pauli1':
      pauli1(tableau, op, random.uniform())
      break
    case 'pauli2':
      if (random.uniform() < op.p) pauli2(tableau, op, 1 + Math.floor(random.uniform() * 15))
      break
    default:
      tableau[op.op](op.q)
  }
}

/** Every shot on a tableau of its own, op by op. */
async function samplePlanes(
  program: StabilizerProgram,
  { shots, seed, ...options }: SampleOptions,
): Promise<BitPlanes> {
  needInteger('shots', shots, { least: 1, most: MAX_SIMULATED_SHOTS })
  needSeed(seed)
  const yielder = createYielder(options)
  const random = createRandom(seed)
  const stride = strideOf(shots)
  const data = new Uint8Array(stride * bitWidthOf(program))
  for (let shot = 0; shot < shots; shot++) {
    const bits = new Uint8Array(program.clbits)
    const own = { tableau: new PlainTableau(program.qubits, random), bits, random }
    for (const [at, op] of program.ops.entries()) {
      if (yielder.isDue()) await yielder.yieldNow((shot + at / program.ops.length) / shots)
      const { condition } = op
      const happens = condition?.every(({ clbit, value }) => bits[clbit] === value) ?? true
      if (happens) apply(op, own)
    }
    bits.forEach((bit, plane) => {
      data[plane * stride + (shot >> 3)]! |= bit << (shot & 7)
    })
  }
  return { data, planes: bitWidthOf(program), shots, stride }
}

/** Counts read off bit planes shot by shot, in ascending order of the bitstring. */
export async function countPlanes(planes: BitPlanes, options: RunOptions = {}): Promise<Map<string, number>> {
  const yielder = createYielder({ signal: options.signal })
  const counts = new Map<string, number>()
  for (let shot = 0; shot < planes.shots; shot++) {
    if (yielder.isDue()) await yielder.yieldNow(1)
    let key = ''
    for (let plane = planes.planes - 1; plane >= 0; plane--) key += bitAt(planes, plane, shot)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Shots read off bit planes bit by bit. */
export async function packBitPlanes({ data, planes, shots, stride }: BitPlanes, options: RunOptions = {}) {
  const yielder = createYielder({ signal: options.signal })
  const width = Math.ceil(planes / 8)
  const packed = new Uint8Array(width * shots)
  for (let shot = 0; shot < shots; shot++) {
    if (yielder.isDue()) await yielder.yieldNow(1)
    for (let plane = 0; plane < planes; plane++) {
      const bit = (data[plane * stride + (shot >> 3)]! >> (shot & 7)) & 1
      packed[shot * width + (plane >> 3)]! |= bit << (plane & 7)
    }
  }
  return { data: packed, shots, clbits: planes, width }
}

/**
 * The slow reference engine: tests compare native/stabilizer with it, and it is the engine where the addon does not
 * load.
 */
export function createReferenceStabilizer(): StabilizerSimulator {
  return {
    kind: 'reference',
    stabilizer_engine: 'reference-stabilizer/1',
    max_qubits: MAX_REFERENCE_TABLEAU_QUBITS,
    samplePlanes,
    sampleShots: async (program, { shots, seed, ...options }) =>
      packBitPlanes(await samplePlanes(program, { shots, seed, ...options }), options),
    countOutcomes: async (program, { shots, seed, ...options }) =>
      countPlanes(await samplePlanes(program, { shots, seed, ...options }), options),
  }
}
