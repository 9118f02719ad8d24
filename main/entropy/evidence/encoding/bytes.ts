/** Bytes and the texts they are written as. All integers are big-endian. */
import { createHash, timingSafeEqual } from 'node:crypto'

export const joinBytes = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))

export const utf8Bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Throws a TypeError on bytes that are not UTF-8. A byte order mark is kept. */
export const utf8Text = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

export function uint16Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(2)
  new DataView(bytes.buffer).setUint16(0, Number(inRange(BigInt(value), 16)))
  return bytes
}

export function uint32Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, Number(inRange(BigInt(value), 32)))
  return bytes
}

export function uint64Bytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, inRange(value, 64))
  return bytes
}

/** DataView would wrap silently. */
function inRange(value: bigint, bits: number): bigint {
  if (value < 0n || value >= 1n << BigInt(bits)) throw new RangeError(`${value} does not fit ${bits} bits`)
  return value
}

const view = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Lower case. */
export const hexText = (bytes: Uint8Array): string => view(bytes).toString('hex')
export const base64Text = (bytes: Uint8Array): string => view(bytes).toString('base64')
/** Without padding (RFC 4648, section 5). */
export const base64UrlText = (bytes: Uint8Array): string => view(bytes).toString('base64url')

/** Reads upper or lower case, without separators; null for anything else, an odd number of digits included. */
export function hexBytes(text: string): Uint8Array | null {
  return /^([0-9a-f]{2})*$/i.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : null
}

/** Only the one text that `base64Text` writes for these bytes; null for anything else. */
export const base64Bytes = (text: string): Uint8Array | null => exact(text, 'base64')
export const base64UrlBytes = (text: string): Uint8Array | null => exact(text, 'base64url')

/** Node skips unknown characters and ignores bits behind the last byte; a text that has neither is written back unchanged. */
function exact(text: string, encoding: 'base64' | 'base64url'): Uint8Array | null {
  const bytes = Buffer.from(text, encoding)
  return bytes.toString(encoding) === text ? Uint8Array.from(bytes) : null
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)

export const sha256Bytes = (...parts: readonly Uint8Array[]): Uint8Array => digest('sha256', parts)
export const sha512Bytes = (...parts: readonly Uint8Array[]): Uint8Array => digest('sha512', parts)

function digest(algorithm: string, parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return Uint8Array.from(hash.digest())
}
