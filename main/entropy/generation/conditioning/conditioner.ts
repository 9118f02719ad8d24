import { createHmac, hash } from 'node:crypto'

/** Bits by which the input's entropy must exceed the output's width for full entropy (SP 800-90C). */
const FULL_ENTROPY_MARGIN = 64

/** Bytes of one block of full entropy. */
export const BLOCK_BYTES = 64
const BLOCK_BITS = 8 * BLOCK_BYTES

interface ConditionerOptions {
  /** Bits of one sample, 1 to 8. */
  readonly bits: number
  /** Min-entropy that is credited, in bits a sample. */
  readonly entropy: number
  /** For HMAC-SHA-512; without it, SHA-512. The key need not be secret (SP 800-90B 3.1.5.1.1). */
  readonly key?: Uint8Array
}

export interface Conditioner {
  /** Samples of one block: as many as hold 512 + 64 bits of min-entropy. */
  readonly blockSamples: number
  /** Blocks of 64 bytes; samples that fill none wait for the next call. The samples handed over are zeroed. */
  condition(samples: Uint8Array): Uint8Array
  /** Zeroes the samples that wait. */
  clear(): void
}

/** Throws RangeError for a credit that samples of so many bits cannot have. */
export function createConditioner({ bits, entropy, key }: ConditionerOptions): Conditioner {
  if (!Number.isInteger(bits) || bits < 1 || bits > 8) throw new RangeError(`samples have 1 to 8 bits, not ${bits}`)
  if (!(entropy > 0 && entropy <= bits))
    throw new RangeError(`samples of ${bits} bits cannot be credited ${entropy} bits`)
  const blockSamples = Math.ceil((BLOCK_BITS + FULL_ENTROPY_MARGIN) / entropy)
  const waiting = new Uint8Array(blockSamples)
  const packed = new Uint8Array(Math.ceil((blockSamples * bits) / 8))
  const digest = (): Uint8Array =>
    key === undefined ? hash('sha512', packed, 'buffer') : createHmac('sha512', key).update(packed).digest()
  let held = 0
  return {
    blockSamples,
    condition(samples) {
      const blocks = new Uint8Array(BLOCK_BYTES * Math.floor((held + samples.length) / blockSamples))
      let taken = 0
      for (let at = 0; at < blocks.length; at += BLOCK_BYTES) {
        waiting.set(samples.subarray(taken, taken + blockSamples - held), held)
        taken += blockSamples - held
        held = 0
        packSamples(waiting, bits, packed)
        blocks.set(digest(), at)
      }
      if (blocks.length > 0) {
        waiting.fill(0)
        packed.fill(0)
      }
      waiting.set(samples.subarray(taken), held)
      held += samples.length - taken
      samples.fill(0)
      return blocks
    },
    clear() {
      waiting.fill(0)
      held = 0
    },
  }
}

/** The lowest `bits` of each sample, one after the other from each byte's least significant bit on; the rest zero. */
export function packSamples(samples: Uint8Array, bits: number, to: Uint8Array): void {
  if (bits === 8) {
    to.set(samples)
    return
  }
  if (bits === 1) {
    packBits(samples, to)
    return
  }
  const mask = (1 << bits) - 1
  let [word, filled, at] = [0, 0, 0]
  for (const sample of samples) {
    word |= (sample & mask) << filled
    filled += bits
    if (filled < 8) continue
    to[at++] = word & 0xff
    word >>>= 8
    filled -= 8
  }
  if (filled > 0) to[at] = word
}

function packBits(samples: Uint8Array, to: Uint8Array): void {
  const whole = samples.length >> 3
  for (let at = 0, i = 0; at < whole; at++, i += 8) {
    const low = (samples[i]! & 1) | ((samples[i + 1]! & 1) << 1) | ((samples[i + 2]! & 1) << 2)
    const middle = ((samples[i + 3]! & 1) << 3) | ((samples[i + 4]! & 1) << 4) | ((samples[i + 5]! & 1) << 5)
    to[at] = low | middle | ((samples[i + 6]! & 1) << 6) | ((samples[i + 7]! & 1) << 7)
  }
  let rest = 0
  for (let i = 8 * whole; i < samples.length; i++) rest |= (samples[i]! & 1) << (i & 7)
  if (samples.length > 8 * whole) to[whole] = rest
}
