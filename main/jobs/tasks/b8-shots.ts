/**
 * Single shots in the format b8: one shot after another, each ceil(clbits / 8) bytes, classical bit c being bit c % 8
 * (least significant first) of byte c / 8. All of it passes checkpoints, except `countShots`, which works in slices as the
 * service calls it on its main thread.
 */
import { sum } from '../../contract/numbers/arithmetic'
import type { BitPlanes } from '../../qec/program/frame'
import { createRandom } from '../../simulation/model/random'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { type Checkpoint, eachChecked, stepsToCheckpoint } from '../../worker/checkpoint'
import type { Yielder } from '../../worker/yielder'
import type { Outcomes } from '../model/sweep'
import { bytesPerShot, createOutcomeIndex } from './outcome-table'

const [ZERO, QUOTE, COMMA] = Buffer.from('0",') as unknown as [number, number, number]
/** Mixed into the seed, so that the order is drawn independently of the engine's own numbers. */
const ORDER = 0x6f72646572n

/** The shots in the order in which they were executed. */
export function packPlanes({ data, stride, shots }: BitPlanes, clbits: number, checkpoint: Checkpoint): Uint8Array {
  const width = bytesPerShot(clbits)
  const packed = new Uint8Array(width * shots)
  const pack = (shot: number): void => {
    const [from, to] = [shot >> 3, shot * width]
    for (let bit = 0; bit < clbits; bit++) {
      const value = (data[bit * stride + from]! >> (shot & 7)) & 1
      packed[to + (bit >> 3)]! |= value << (bit & 7)
    }
  }
  eachChecked({ count: shots, bits: clbits }, pack, checkpoint)
  return packed
}

/**
 * Shots of an engine that only counted. Its shots are independent and alike, so given the counts every order is equally
 * likely: one is drawn from the seed (Fisher–Yates).
 */
export function drawShots({ rows, counts, width }: Outcomes, seed: number, checkpoint: Checkpoint): Uint8Array {
  const order = new Uint32Array(sum(counts))
  let filled = 0
  const fill = (outcome: number): void => {
    const from = filled
    filled += counts[outcome]!
    order.fill(outcome, from, filled)
  }
  eachChecked({ count: counts.length, bits: 1 }, fill, checkpoint)
  const random = createRandom(BigInt(seed) ^ ORDER)
  const exchange = (step: number): void => {
    const last = order.length - 1 - step
    const other = Math.floor(random.uniform() * (last + 1))
    const moved = order[last]!
    order[last] = order[other]!
    order[other] = moved
  }
  eachChecked({ count: order.length - 1, bits: 1 }, exchange, checkpoint)
  const packed = new Uint8Array(width * order.length)
  const write = (shot: number): void => copy(rows, order[shot]! * width, width, packed, shot * width)
  eachChecked({ count: order.length, bits: 8 * width }, write, checkpoint)
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
export function bitstrings(
  packed: Uint8Array,
  { clbits, shots }: { readonly clbits: number; readonly shots: number },
  checkpoint: Checkpoint,
): Uint8Array {
  const width = bytesPerShot(clbits)
  const each = clbits + 3
  const text = Buffer.alloc(1 + shots * each)
  const write = (shot: number): void => {
    const at = 1 + shot * each
    text[at] = QUOTE
    writeBitstring(packed, shot * width, clbits, text, at + 1)
    text[at + clbits + 1] = QUOTE
    text[at + clbits + 2] = COMMA
  }
  eachChecked({ count: shots, bits: clbits }, write, checkpoint)
  text.write('[', 0)
  text.write(']', text.length - 1)
  return text
}

/** The first `clbits` bits of repeated shots, if their counts equal the stored ones; else null. */
export function matchingShots(
  repeated: PackedShots,
  { outcomes, clbits }: { readonly outcomes: Outcomes; readonly clbits: number },
  checkpoint: Checkpoint,
): Uint8Array | null {
  const { shots } = repeated
  const wide = outcomes.width
  const packed = ofWidth(repeated, { wide, clbits }, checkpoint)
  const find = createOutcomeIndex(outcomes, checkpoint)
  const left = outcomes.counts.slice()
  let agreed = 0
  const match = (shot: number): void => {
    const place = find(packed, shot * wide)
    if (place < 0 || left[place] === 0) return
    left[place]! -= 1
    agreed += 1
  }
  eachChecked({ count: shots, bits: clbits }, match, checkpoint)
  return agreed === shots && left.every(count => count === 0) ? packed : null
}

/** Bits 0 to `clbits` - 1 of the shots, each in `wide` bytes. */
function ofWidth(
  repeated: PackedShots,
  { wide, clbits }: { readonly wide: number; readonly clbits: number },
  checkpoint: Checkpoint,
): Uint8Array {
  const { data, width, shots } = repeated
  if (wide === width && repeated.clbits <= clbits) return data
  const packed = new Uint8Array(wide * shots)
  const [last, mask] = [wide - 1, clbits % 8 === 0 ? 255 : 2 ** (clbits % 8) - 1]
  const write = (shot: number): void => {
    copy(data, shot * width, Math.min(width, wide), packed, shot * wide)
    if (wide > 0) packed[shot * wide + last]! &= mask
  }
  eachChecked({ count: shots, bits: clbits }, write, checkpoint)
  return packed
}

/** Counts by bitstring. */
export async function countShots(
  { data, stride, shots }: BitPlanes,
  clbits: number,
  yielder: Yielder,
): Promise<Map<string, number>> {
  const [counts, text, between] = [new Map<string, number>(), Buffer.alloc(clbits), stepsToCheckpoint(clbits)]
  for (let shot = 0; shot < shots; shot++) {
    if (shot % between === 0 && yielder.isDue()) await yielder.yieldNow(shot / shots)
    const from = shot >> 3
    for (let bit = 0; bit < clbits; bit++)
      text[clbits - 1 - bit] = ZERO + ((data[bit * stride + from]! >> (shot & 7)) & 1)
    const outcome = text.toString('latin1')
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  return counts
}
