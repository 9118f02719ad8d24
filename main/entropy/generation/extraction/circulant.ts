/** One circulant extraction. Bit i is bit i % 8 of byte i / 8; bits behind the last one are 0. */
export interface CirculantCall {
  readonly n: number
  readonly m: number
  /** n − 1 bits. */
  readonly x: Uint8Array
  /** n bits. */
  readonly y: Uint8Array
}

/** The addon's `extractCirculant`, or `circulantByBigInt`. */
export type CirculantKernel = (call: CirculantCall) => Promise<Uint8Array> | Uint8Array

/** Hexadecimal digits of one coefficient: sums of up to 2^24 ones fit. */
const DIGITS = 7

/**
 * The circulant extractor without the addon: out bit i is the parity of x[j] & y[(i + j) mod n] over all j. Bits are spread
 * over the digits of two long integers, so that their product holds each sum apart. About a hundred times slower than the addon.
 */
export function circulantByBigInt({ n, m, x, y }: CirculantCall): Uint8Array {
  const product = spread(n, i => bitAt(x, n - 1 - i)) * spread(n, i => bitAt(y, i))
  const digits = product.toString(16).padStart(2 * n * DIGITS, '0')
  const isOdd = (at: number) => at >= 0 && (Number.parseInt(digits[digits.length - 1 - at * DIGITS]!, 16) & 1) === 1
  const out = new Uint8Array(Math.ceil(m / 8))
  for (let i = 0; i < m; i++) if (isOdd(i + n - 1) !== isOdd(i - 1)) out[i >> 3]! |= 1 << (i & 7)
  return out
}

const bitAt = (bytes: Uint8Array, at: number): number => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1

function spread(n: number, bit: (i: number) => number): bigint {
  const digits: string[] = []
  for (let i = n - 1; i >= 0; i--) digits.push(bit(i) === 1 ? '0000001' : '0000000')
  return BigInt(`0x${digits.join('')}`)
}
