import { type HmacDrbg, MAX_GENERATE_BYTES } from './hmac-drbg'

/** The exclusive or of blocks of one length, at least two. Zeroes what it was given. */
export function xorOfBlocks(blocks: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = blocks
  if (first === undefined || others.length === 0) throw new RangeError('the exclusive or takes two blocks or more')
  if (others.some(({ length }) => length !== first.length)) throw new RangeError('the blocks differ in length')
  const sum = Uint8Array.from(first)
  for (const block of others) for (let i = 0; i < sum.length; i++) sum[i]! ^= block[i]!
  for (const block of blocks) block.fill(0)
  return sum
}

/**
 * RBG3(XOR) of SP 800-90C: the exclusive or of full-entropy bytes with as many bytes of the generator. Should either fail
 * unnoticed, the other still protects the output. Zeroes `fullEntropy`.
 */
export function rbg3Xor(fullEntropy: Uint8Array, drbg: HmacDrbg, additional?: Uint8Array): Uint8Array {
  const masks = new Uint8Array(fullEntropy.length)
  for (let at = 0; at < masks.length; at += MAX_GENERATE_BYTES) {
    const part = drbg.generate(Math.min(MAX_GENERATE_BYTES, masks.length - at), additional && { additional })
    masks.set(part, at)
    part.fill(0)
  }
  return xorOfBlocks([fullEntropy, masks])
}
