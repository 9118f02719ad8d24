import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  base64Bytes,
  base64Text,
  base64UrlBytes,
  base64UrlText,
  hexBytes,
  hexText,
  joinBytes,
  sameBytes,
  uint16Bytes,
  uint32Bytes,
  uint64Bytes,
} from '../../../../../main/entropy/evidence/encoding/bytes'

describe('texts of bytes', () => {
  it('read back as the bytes they were written from', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        expect(hexBytes(hexText(bytes))).toEqual(bytes)
        expect(base64Bytes(base64Text(bytes))).toEqual(bytes)
        expect(base64UrlBytes(base64UrlText(bytes))).toEqual(bytes)
      }),
    )
  })

  it.each(['AA', 'AA=', 'AB==', 'AA==\n', ' AA==', 'A-==', '%%%='])('refuse %j as base64: it has one spelling', text =>
    expect(base64Bytes(text)).toBeNull(),
  )
  it.each(['AA==', 'AB', 'A+', 'A'])('refuse %j as base64url', text => expect(base64UrlBytes(text)).toBeNull())
  it.each(['0', '0g', ' 00', '00\n'])('refuse %j as hex', text => expect(hexBytes(text)).toBeNull())
})

describe('integers', () => {
  it('are big-endian', () => {
    expect(hexText(joinBytes(uint16Bytes(0x102), uint32Bytes(0x3040506), uint64Bytes(0x708090a0b0c0d0en)))).toBe(
      '010203040506' + '0708090a0b0c0d0e',
    )
  })

  it('are refused where they do not fit, never wrapped', () => {
    expect(() => uint16Bytes(65_536)).toThrow(RangeError)
    expect(() => uint32Bytes(-1)).toThrow(RangeError)
    expect(() => uint64Bytes(1n << 64n)).toThrow(RangeError)
  })
})

it('sameBytes distinguishes bytes by length and content', () => {
  expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true)
  expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false)
  expect(sameBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false)
})
