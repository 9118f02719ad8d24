import { describe, expect, it } from 'vitest'
import { KeyRecord } from '../../../../../main/contract/entropy/key-record'
import { firstKeyRecord, isEndorsed, rotateKey } from '../../../../../main/entropy/evidence/keys/key-record'
import { KeyFault, type KeyTrust, trustedKey } from '../../../../../main/entropy/evidence/keys/key-trust'
import { issuingKey, utcAt } from '../issued'

const [one, two, three, stranger] = [issuingKey(1), issuingKey(2), issuingKey(3), issuingKey(4)]
const first = firstKeyRecord(one.publicKey, utcAt(0))
const turn = rotateKey({ current: first, key: one, next: two.publicKey, at: utcAt(100) })
const again = rotateKey({ current: turn.successor, key: two, next: three.publicKey, at: utcAt(200) })
const records = [turn.retired, again.retired, again.successor]
const pinned = new Set([first.kid])
const trust: KeyTrust = { records, pinned }

function faultOf(changed: Partial<KeyTrust>, kid: string, time: string | null): string {
  try {
    trustedKey({ ...trust, ...changed }, kid, time)
  } catch (error) {
    if (error instanceof KeyFault) return error.code
    throw error
  }
  return 'none'
}

describe('keys that follow one another', () => {
  it('have the shape of the contract', () => {
    for (const record of records) expect(KeyRecord.parse(record)).toEqual(record)
    expect(records.map(({ status }) => status)).toEqual(['retired', 'retired', 'active'])
  })

  it('are trusted back to a pinned one', () => {
    for (const [at, key] of [one, two, three].entries())
      expect(trustedKey(trust, records[at]!.kid, utcAt(at * 100 + 50))).toEqual(key.publicKey)
  })

  it('are not trusted before the pinned one: a key cannot speak for the one before it', () => {
    expect(faultOf({ pinned: new Set([again.successor.kid]) }, first.kid, utcAt(1))).toBe('key_not_trusted')
  })

  it.each([
    ['nothing is pinned', { pinned: new Set<string>() }, 'key_not_trusted'],
    ['the one between is missing', { records: [turn.retired, again.successor] }, 'key_not_trusted'],
    [
      'the one between is revoked',
      { records: [turn.retired, { ...again.retired, status: 'revoked' as const }, again.successor] },
      'key_not_trusted',
    ],
    ['its start was moved', { records: records.map(r => ({ ...r, not_before: utcAt(1) })) }, 'key_not_trusted'],
    ['its record holds another key', { records: records.map(r => ({ ...r, pub: turn.successor.pub })) }, 'key_invalid'],
    [
      'it is revoked',
      { records: records.map(r => ({ ...r, status: 'revoked' as const })), pinned: new Set([again.successor.kid]) },
      'key_revoked',
    ],
    ['there is no record', { records: [] }, 'key_unknown'],
  ])('are refused where %s', (_, changed, fault) =>
    expect(faultOf(changed, again.successor.kid, utcAt(250))).toBe(fault),
  )

  it('sign within their windows only, even if a record hides its end', () => {
    expect(faultOf({}, first.kid, utcAt(99))).toBe('none')
    expect(faultOf({}, first.kid, utcAt(100))).toBe('key_outside_validity')
    expect(faultOf({}, first.kid, utcAt(-1))).toBe('key_outside_validity')
    expect(faultOf({ records: [first, again.retired, again.successor] }, first.kid, utcAt(150))).toBe(
      'key_outside_validity',
    )
    expect(faultOf({}, first.kid, null)).toBe('none')
  })

  it('cannot be endorsed by a stranger, nor endorse in a circle', () => {
    const forged = rotateKey({ current: first, key: stranger, next: three.publicKey, at: utcAt(100) }).successor
    expect(isEndorsed(forged, first)).toBe(false)
    expect(faultOf({ records: [first, forged] }, forged.kid, utcAt(150))).toBe('key_not_trusted')
    const circle = { ...turn.successor, predecessor: { ...turn.successor.predecessor!, kid: turn.successor.kid } }
    expect(faultOf({ records: [circle] }, circle.kid, utcAt(150))).toBe('key_not_trusted')
  })

  it('are rotated once, and forward in time', () => {
    expect(() => rotateKey({ current: turn.retired, key: one, next: three.publicKey, at: utcAt(300) })).toThrow(
      RangeError,
    )
    expect(() => rotateKey({ current: first, key: one, next: three.publicKey, at: utcAt(0) })).toThrow(RangeError)
  })
})
