/** Checksums that stand as printed digits at the end of a line, before its terminator. */
import { z } from 'zod'
import { asBytes, shownBytes, textOf } from '../model/bytes'
import { InstrumentError } from '../model/fault'

/** As a driver file names it. */
export const Checksum = z.strictObject({
  kind: z.enum(['sum8_hex', 'sum8_decimal', 'xor_hex', 'crc16_modbus', 'crc16_ccitt']),
  /** So many characters at the start of a line are left out, such as `#`. */
  skip: z.int().min(0).max(16).default(0),
  /** Case of hexadecimal digits: upper case if absent; `any` is sent in upper case and accepted in both. */
  letters: z.enum(['upper', 'lower', 'any']).optional(),
  /** Replies end with one, too. */
  in_replies: z.boolean().default(true),
})
export type Checksum = z.infer<typeof Checksum>
type ChecksumKind = Checksum['kind']

/** The line with its checksum behind it. Throws `line_malformed` where nothing is left to count. */
export function withChecksum(line: Uint8Array, checksum: Checksum): Uint8Array {
  if (line.length <= checksum.skip)
    throw new InstrumentError(
      'line_malformed',
      `a command of ${line.length} characters; its checksum leaves out the first ${checksum.skip}`,
    )
  return Buffer.concat([line, asBytes(printed(line, checksum))])
}

/** The line without its checksum. Throws `checksum_mismatch` where that is not the one of the characters before it. */
export function withoutChecksum(line: Uint8Array, checksum: Checksum): Uint8Array {
  const end = line.length - KINDS[checksum.kind].digits
  if (end <= checksum.skip)
    throw new InstrumentError('checksum_mismatch', `${shownBytes(line)} is too short to end with a checksum`)
  const counted = line.subarray(0, end)
  const said = textOf(line.subarray(end))
  const wanted = printed(counted, checksum)
  if ((checksum.letters === 'any' ? said.toUpperCase() : said) === wanted) return counted
  throw new InstrumentError(
    'checksum_mismatch',
    `the answer ${shownBytes(line)} ends with the checksum ${shownBytes(asBytes(said))}; its characters give ${wanted}`,
  )
}

function printed(line: Uint8Array, { kind, skip, letters }: Checksum): string {
  const { of, radix, digits } = KINDS[kind]
  const text = of(line.subarray(skip)).toString(radix).padStart(digits, '0')
  return letters === 'lower' ? text : text.toUpperCase()
}

const sum8 = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0)
const xor8 = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum ^ byte, 0)

/** CRC-16/MODBUS of the Modbus serial line guide: polynomial 0x8005 with its bits reversed, from 0xffff. */
function crc16Modbus(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** CRC-16/IBM-3740, also known as CCITT-FALSE: polynomial 0x1021, from 0xffff. */
function crc16Ccitt(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

/** How each is counted and printed, the most significant digit first. */
const KINDS: Readonly<
  Record<ChecksumKind, { readonly of: (bytes: Uint8Array) => number; readonly radix: 10 | 16; readonly digits: number }>
> = {
  sum8_hex: { of: sum8, radix: 16, digits: 2 },
  sum8_decimal: { of: sum8, radix: 10, digits: 3 },
  xor_hex: { of: xor8, radix: 16, digits: 2 },
  crc16_modbus: { of: crc16Modbus, radix: 16, digits: 4 },
  crc16_ccitt: { of: crc16Ccitt, radix: 16, digits: 4 },
}
