/**
 * Single shots in the format b8: one shot after another, each ceil(clbits / 8) bytes, classical bit c being bit c % 8
 * (least significant first) of byte c / 8. All of it works in slices, so that the event loop turns meanwhile.
 */
import { createRandom } from '../../simulation/model/random'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { createYielder } from '../../worker/yielder'
import type { SampledPlanes } from '../model/execution-result'
import type { Outcomes } from '../model/sweep'
import { bytesPerShot, createOutcomeIndex } from './outcome-table'

const [ZERO, QUOTE, COMMA] = Buffer.from('0",') as unknown as [number, number, number]
/** Mixed into the seed, so that the order is drawn independently of the engine's own numbers. */
const ORDER = 0x6f72646572n

/** Calls `each` for 0 .. count − 1, letting others run every few milliseconds. */
async function inTimeSlices(count: number, each: (index: number) => void): Promise<void> {
  const yielder = createYielder()
  for (let index = 0; index < count; index++) {
    each(index)
    if (index % 512 === 0 && yielder.isDue()) await yielder.yieldNow(index / count)
  }
}

/** The shots in the order in which they were executed. */
export async function packPlanes({ data, stride, shots }: SampledPlanes, clbits: number): Promise<Uint8Array> {
  const width = bytesPerShot(clbits)
  const packed = new Uint8Array(width * shots)
  await inTimeSlices(shots, shot => {
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
export async function drawShots({ rows, counts, width }: Outcomes, seed: number): Promise<Uint8Array> {
  const order = new Uint32Array(counts.reduce((sum, count) => sum + count, 0))
  let filled = 0
  for (const [outcome, count] of counts.entries()) {
    order.fill(outcome, filled, filled + count)
    filled += count
  }
  const random = createRandom(BigInt(seed) ^ ORDER)
  await inTimeSlices(order.length - 1, step => {
    const last = order.length - 1 - step
    const other = Math.floor(random.uniform() * (last + 1))
    const kept = order[last]!
    order[last] = order[other]!
    order[other] = kept
  })
  const packed = new Uint8Array(width * order.length)
  await inTimeSlices(order.length, shot => copy(rows, order[shot]! * width, width, packed, shot * width))
  return packed
}

/** Copies a few bytes, for which `set` would take longer. Hot loop: once for each shot. */
function copy(from: Uint8Array, at: number, length: number, to: Uint8Array, place: number): void {
  for (let byte = 0; byte < length; byte++) to[place + byte] = from[at + byte]!
}

/** The characters of the shot that begins at `from`, left-most = highest classical bit. Hot loop: once for each shot. */
function writeBitstring(packed: Uint8Array, from: number, clbits: number, text: Uint8Array, at: number): void {
  for (let bit = 0; bit < clbits; bit++)
    text[at + clbits - 1 - bit] = ZERO + ((packed[from + (bit >> 3)]! >> (bit & 7)) & 1)
}

/** JSON of a bitstring for each shot, of which there is at least one. Without bits all of them are empty. */
export async function bitstrings(packed: Uint8Array, clbits: number, shots: number): Promise<Uint8Array> {
  const width = bytesPerShot(clbits)
  const each = clbits + 3
  const text = Buffer.alloc(1 + shots * each)
  await inTimeSlices(shots, shot => {
    const at = 1 + shot * each
    text[at] = QUOTE
    writeBitstring(packed, shot * width, clbits, text, at + 1)
    text[at + clbits + 1] = QUOTE
    text[at + clbits + 2] = COMMA
  })
  text.write('[', 0)
  text.write(']', text.length - 1)
  return text
}

/** The first `clbits` bits of repeated shots, if their counts equal the stored ones; else null. */
export async function matchingShots(
  repeated: PackedShots,
  outcomes: Outcomes,
  clbits: number,
): Promise<Uint8Array | null> {
  const { shots } = repeated
  const wide = outcomes.width
  const packed = await ofWidth(repeated, wide, clbits)
  const find = createOutcomeIndex(outcomes)
  const left = outcomes.counts.slice()
  let agreed = 0
  await inTimeSlices(shots, shot => {
    const place = find(packed, shot * wide)
    if (place < 0 || left[place] === 0) return
    left[place]! -= 1
    agreed += 1
  })
  return agreed === shots && left.every(count => count === 0) ? packed : null
}

/** Bits 0 to `clbits` - 1 of the shots, each in `wide` bytes. */
async function ofWidth(repeated: PackedShots, wide: number, clbits: number): Promise<Uint8Array> {
  const { data, width, shots } = repeated
  if (wide === width && repeated.clbits <= clbits) return data
  const packed = new Uint8Array(wide * shots)
  const [last, mask] = [wide - 1, clbits % 8 === 0 ? 255 : 2 ** (clbits % 8) - 1]
  await inTimeSlices(shots, shot => {
    copy(data, shot * width, Math.min(width, wide), packed, shot * wide)
    if (wide > 0) packed[shot * wide + last]! &= mask
  })
  return packed
}

export async function countShots(planes: SampledPlanes, clbits: number): Promise<Map<string, number>> {
  const packed = await packPlanes(planes, clbits)
  const [counts, width, text] = [new Map<string, number>(), bytesPerShot(clbits), Buffer.alloc(clbits)]
  await inTimeSlices(planes.shots, shot => {
    writeBitstring(packed, shot * width, clbits, text, 0)
    const outcome = text.toString('latin1')
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  })
  return counts
}
