/**
 * Single shots in the format b8: one shot after another, each ceil(clbits / 8) bytes, classical bit c being bit c % 8
 * (least significant first) of byte c / 8. All of it works in slices, so that the event loop turns meanwhile.
 */
import { setImmediate } from 'node:timers/promises'
import { createRandom } from '../simulation/random'
import type { PackedShots } from '../simulation/stabilizer'
import type { BitPlanes } from './executor'

export const bytesPerShot = (clbits: number): number => Math.ceil(clbits / 8)

const SLICE_MS = 6
const ZERO = '0'.charCodeAt(0)
/** Sets the draw of the order apart from the engine's own use of the seed. */
const ORDER = 0x6f72646572n

/** Calls `each` for 0 .. count − 1, letting others run every few milliseconds. */
async function sliced(count: number, each: (index: number) => void): Promise<void> {
  let slice = performance.now()
  for (let index = 0; index < count; index++) {
    each(index)
    if (index % 512 > 0 || performance.now() - slice < SLICE_MS) continue
    await setImmediate()
    slice = performance.now()
  }
}

/** The shots in the order in which they were executed. */
export async function packPlanes({ data, stride, shots }: BitPlanes, clbits: number): Promise<Uint8Array> {
  const width = bytesPerShot(clbits)
  const packed = new Uint8Array(width * shots)
  await sliced(shots, shot => {
    const [from, to] = [shot >> 3, shot * width]
    for (let bit = 0; bit < clbits; bit++) {
      const value = (data[bit * stride + from]! >> (shot & 7)) & 1
      packed[to + (bit >> 3)]! |= value << (bit & 7)
    }
  })
  return packed
}

/**
 * Shots of an engine that only counted. Its shots are independent and alike, so given the counts every order is equally
 * likely: one is drawn from the seed (Fisher–Yates).
 */
export async function drawShots(
  counts: Readonly<Record<string, number>>,
  clbits: number,
  seed: number,
): Promise<Uint8Array> {
  const outcomes = Object.keys(counts).sort()
  const order = Uint32Array.from(outcomes.flatMap((outcome, at) => new Array<number>(counts[outcome]!).fill(at)))
  const random = createRandom(BigInt(seed) ^ ORDER)
  await sliced(order.length - 1, step => {
    const last = order.length - 1 - step
    const other = Math.floor(random.uniform() * (last + 1))
    const kept = order[last]!
    order[last] = order[other]!
    order[other] = kept
  })
  const width = bytesPerShot(clbits)
  const packed = new Uint8Array(width * order.length)
  const rows = outcomes.map(outcome => packOne(outcome, width))
  await sliced(order.length, shot => packed.set(rows[order[shot]!]!, shot * width))
  return packed
}

function packOne(outcome: string, width: number): Uint8Array {
  const row = new Uint8Array(width)
  for (let bit = 0; bit < outcome.length; bit++)
    if (outcome[outcome.length - 1 - bit] === '1') row[bit >> 3]! |= 1 << (bit & 7)
  return row
}

/** A bitstring for each shot, left-most character = highest classical bit. */
export async function bitstrings(packed: Uint8Array, clbits: number): Promise<string[]> {
  const width = bytesPerShot(clbits)
  const text = Buffer.alloc(clbits)
  const all: string[] = []
  await sliced(packed.length / width, shot => {
    for (let bit = 0; bit < clbits; bit++)
      text[clbits - 1 - bit] = ZERO + ((packed[shot * width + (bit >> 3)]! >> (bit & 7)) & 1)
    all.push(text.toString('latin1'))
  })
  return all
}

/** Repeated shots at the width of the result, if they are the ones that were counted; else null. */
export async function agreeing(
  { data, width, shots }: PackedShots,
  counts: Readonly<Record<string, number>>,
  clbits: number,
): Promise<Uint8Array | null> {
  const wide = bytesPerShot(clbits)
  const packed = wide === width ? data : new Uint8Array(wide * shots)
  if (wide !== width)
    await sliced(shots, shot => packed.set(data.subarray(shot * width, (shot + 1) * width), shot * wide))
  const left = new Map(Object.entries(counts).map(([bits, count]) => [nameOf(packOne(bits, wide)), count]))
  await sliced(shots, shot => {
    const name = nameOf(packed.subarray(shot * wide, (shot + 1) * wide))
    left.set(name, (left.get(name) ?? 0) - 1)
  })
  return [...left.values()].every(count => count === 0) ? packed : null
}

const nameOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

export async function countsOf(planes: BitPlanes, clbits: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const outcome of await bitstrings(await packPlanes(planes, clbits), clbits))
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return counts
}
