import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DrawReply, Receipt } from '../../../../../main/contract/entropy/receipt'
import { utf8Text } from '../../../../../main/entropy/evidence/encoding/bytes'
import {
  chainFault,
  entropyBits,
  holdsCommitment,
  outputCommitment,
  receiptEntry,
  receiptSignatureHolds,
  receiptSignedBytes,
  signReceipt,
} from '../../../../../main/entropy/evidence/receipts/receipt'
import { claimsOf, issueLog, issuer } from '../issued'

const made = issuer()
const { receipts, replies } = issueLog(3, made)
const [first, second, third] = receipts as [Receipt, Receipt, Receipt]
const publicKey = made.key.publicKey

/** Another value of the same shape for each signed field. */
const CHANGES: { [K in Exclude<keyof Receipt, 'log' | 'signature' | 'alg'>]: Receipt[K] } = {
  v: 1,
  type: 'stream_frame',
  request_id: '00000000-0000-4000-8000-000000000099',
  epoch: 2,
  serial: '99',
  prev_receipt_sha256: 'a'.repeat(64),
  issued_at: '2026-11-23T12:00:09.000Z',
  key_hash: 'a'.repeat(64),
  mode: 'multi',
  policy: null,
  bytes: 17,
  output_commitment: 'a'.repeat(64),
  sources: [{ ...first.sources[0]!, simulated: false }],
  construction: 'conditioner',
  extractor: { method: 'xor', log2_eps: null, steps: [] },
  h_in: 769,
  h_out: 127,
  credits: 2,
  beacon: { chain: '1', index: '2', output: 'A'.repeat(128) },
  user_data: 'x',
  kid: 'a'.repeat(43),
}

describe('a receipt', () => {
  it('has the shape of the contract', () => {
    for (const receipt of receipts) expect(Receipt.parse(receipt)).toEqual(receipt)
    for (const reply of replies) expect(DrawReply.parse(reply)).toEqual(reply)
  })

  it('verifies with its key, and with no other', () => {
    expect(receiptSignatureHolds(first, publicKey)).toBe(true)
    expect(receiptSignatureHolds(first, issuer(2).key.publicKey)).toBe(false)
  })

  it.each(Object.entries(CHANGES).filter(([name]) => name !== 'v'))(
    'no longer verifies with another %s',
    (name, value) => {
      const changed = { ...first, [name]: value }
      expect(Receipt.safeParse(changed).success).toBe(true)
      expect(receiptSignatureHolds(changed, publicKey)).toBe(false)
    },
  )

  it('does not sign where it stands in the log, but the entry covers the signature', () => {
    expect(receiptSignatureHolds({ ...first, log: { origin: 'elsewhere', index: '5' } }, publicKey)).toBe(true)
    expect(receiptEntry({ ...first, log: { origin: 'elsewhere', index: '5' } })).toEqual(receiptEntry(first))
    expect(receiptEntry({ ...first, signature: second.signature })).not.toEqual(receiptEntry(first))
  })

  it('of a stream does not pass for a draw', () => {
    const frame = signReceipt({ ...claimsOf(1, null), type: 'stream_frame' }, made.record.kid, made.key)
    expect(receiptSignatureHolds({ ...frame, log: first.log }, publicKey)).toBe(true)
    expect(receiptSignatureHolds({ ...frame, type: 'draw', log: first.log }, publicKey)).toBe(false)
  })

  it('is signed as canonical JSON without signature and log', () => {
    const text = utf8Text(receiptSignedBytes(first))
    expect(text).toMatch(/^\{"alg":"id-MLDSA65-Ed25519-SHA512","beacon":null,"bytes":16,/)
    expect(Object.keys(JSON.parse(text))).not.toContain('signature')
    expect(Object.keys(JSON.parse(text))).not.toContain('log')
  })

  it.each([
    ['an unknown field', { note: 'x' }],
    ['a serial with a leading zero', { serial: '01' }],
    ['a serial beyond 64 bits', { serial: '18446744073709551616' }],
    ['a time without milliseconds', { issued_at: '2026-11-23T12:00:00Z' }],
    ['a day that does not exist', { issued_at: '2026-02-30T12:00:00.000Z' }],
    ['another algorithm', { alg: 'none' }],
    ['another version', { v: 2 }],
    ['entropy in more than four decimals', { h_in: 0.12345 }],
    ['no source', { sources: [] }],
    ['the short name of a source', { sources: [{ ...first.sources[0], id: 'src-a' }] }],
  ])('is refused with %s', (_, change) => expect(Receipt.safeParse({ ...first, ...change }).success).toBe(false))
})

describe('the commitment', () => {
  it('holds for the bytes that were handed out and no others', () => {
    const [reply] = replies as [DrawReply]
    expect(holdsCommitment(reply)).toBe(true)
    expect(holdsCommitment({ ...reply, bytes_hex: `${reply.bytes_hex.slice(0, -1)}0` })).toBe(
      reply.bytes_hex.endsWith('0'),
    )
    expect(holdsCommitment({ ...reply, bytes_hex: `${reply.bytes_hex}00` })).toBe(false)
    expect(holdsCommitment({ ...reply, salt_hex: 'a'.repeat(64) })).toBe(false)
    expect(holdsCommitment({ ...reply, request_id: second.request_id })).toBe(false)
  })

  it('needs a salt of 32 bytes', () => {
    expect(() => outputCommitment(new Uint8Array(31), new Uint8Array(1))).toThrow(RangeError)
  })
})

describe('the chain of receipts', () => {
  it('holds in order', () => {
    expect([chainFault(null, first), chainFault(first, second), chainFault(second, third)]).toEqual([null, null, null])
  })

  it.each([
    ['a receipt is left out', first, third, 'serial 3 comes after serial 1'],
    ['two change places', second, first, 'serial 1 comes after serial 2'],
    ['one comes twice', first, first, 'serial 1 comes after serial 1'],
    ['the one before was another', { ...first, credits: 9 }, second, 'names another receipt before it'],
    ['an epoch goes back', { ...first, epoch: 2 }, second, 'epoch 1 comes after epoch 2'],
    ['it begins in the middle', null, second, 'serial 2 cannot begin an epoch'],
    ['an epoch begins with a later serial', first, { ...second, epoch: 2 }, 'cannot begin an epoch'],
    ['the first names one before it', null, { ...first, prev_receipt_sha256: 'a'.repeat(64) }, 'names one before it'],
  ])('breaks where %s', (_, previous, next, reason) => expect(chainFault(previous, next)).toContain(reason))

  it('starts anew in a later epoch', () => {
    expect(chainFault(third, { ...first, epoch: 2 })).toBeNull()
  })
})

it('entropy is reported in four decimals and never more than there is', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), bits => {
      const reported = entropyBits(bits)
      expect(reported).toBeLessThanOrEqual(bits)
      expect(bits - reported).toBeLessThan(0.000101)
      expect(Receipt.shape.h_in.safeParse(reported).success).toBe(true)
    }),
  )
})
