/** Keys, receipts and a log as a service would issue them, the same at every run except for the hedge of ML-DSA. */
import type { EvidenceIndex } from '../../../../main/contract/entropy/evidence-files'
import type { KeyRecord } from '../../../../main/contract/entropy/key-record'
import type { DrawReply, Receipt } from '../../../../main/contract/entropy/receipt'
import { hexText, sha256Bytes, uint32Bytes, utf8Bytes } from '../../../../main/entropy/evidence/encoding/bytes'
import { firstKeyRecord } from '../../../../main/entropy/evidence/keys/key-record'
import { appendEntries } from '../../../../main/entropy/evidence/merkle/append'
import type { TileReader } from '../../../../main/entropy/evidence/merkle/tiles'
import { checkpointText } from '../../../../main/entropy/evidence/notes/checkpoint'
import { compositeNoteSigner, ed25519NoteSigner, vkeyText } from '../../../../main/entropy/evidence/notes/note-keys'
import { signNote } from '../../../../main/entropy/evidence/notes/signed-note'
import {
  NO_RECEIPT,
  outputCommitment,
  receiptEntry,
  receiptHash,
  signReceipt,
} from '../../../../main/entropy/evidence/receipts/receipt'
import { type CompositeKey, compositeKey } from '../../../../main/entropy/evidence/signatures/composite'
import { ed25519Key } from '../../../../main/entropy/evidence/signatures/ed25519'

const ORIGIN = 'pentad.example/log/1'
const START = Date.parse('2026-11-23T12:00:00.000Z')

export const issuingKey = (seed: number): CompositeKey => compositeKey(new Uint8Array(64).fill(seed))
const logKey = ed25519Key(new Uint8Array(32).fill(77))
export const utcAt = (second: number): string => new Date(START + second * 1_000).toISOString()

export interface Issuer {
  readonly record: KeyRecord
  readonly key: CompositeKey
}

export function issuer(seed = 1): Issuer {
  const key = issuingKey(seed)
  return { key, record: firstKeyRecord(key.publicKey, utcAt(0)) }
}

const saltOf = (serial: number): Uint8Array => sha256Bytes(uint32Bytes(serial), Uint8Array.of(1))
const bytesOf = (serial: number): Uint8Array => sha256Bytes(uint32Bytes(serial)).subarray(0, 16)

/** What receipt `serial` claims after the one before it. */
export const claimsOf = (serial: number, previous: Parameters<typeof receiptHash>[0] | null) =>
  ({
    v: 1,
    type: 'draw',
    request_id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    epoch: 1,
    serial: String(serial),
    prev_receipt_sha256: previous ? receiptHash(previous) : NO_RECEIPT,
    issued_at: utcAt(serial),
    key_hash: hexText(sha256Bytes(uint32Bytes(7))),
    mode: 'policy',
    policy: 'default',
    bytes: 16,
    output_commitment: outputCommitment(saltOf(serial), bytesOf(serial)),
    sources: [
      {
        id: 'urn:pentad:source:photon-arrival:twin-1',
        kind: 'photon_arrival',
        simulated: true,
        raw_bits: '1024',
        h_claimed: 0.75,
        h_assessed: 0.7131,
      },
    ],
    construction: 'rbg3_xor',
    extractor: null,
    h_in: 768,
    h_out: 128,
    credits: 1,
    beacon: null,
    user_data: null,
  }) as const satisfies Parameters<typeof signReceipt>[0]

export interface IssuedLog {
  readonly receipts: readonly Receipt[]
  readonly replies: readonly DrawReply[]
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly read: TileReader
  readonly size: number
  readonly checkpoint: string
  checkpointAt(size: number): string
}

interface IssuedWith {
  /** The newest pulse that receipts name. */
  readonly beacon?: Receipt['beacon']
  /** Text of an entry that is no receipt, before all others. */
  readonly note?: string
}

/** So many receipts in one log, one append each, with the checkpoint over all. */
export function issueLog(
  count: number,
  { key, record }: Issuer = issuer(),
  { beacon = null, note }: IssuedWith = {},
): IssuedLog {
  const files = new Map<string, Uint8Array>()
  const roots: Uint8Array[] = []
  const read: TileReader = path => files.get(path) ?? null
  const receipts: Receipt[] = []
  const append = (entry: Uint8Array): string => {
    const index = roots.length
    const { root, writes } = appendEntries({ size: index, read }, [entry])
    for (const { path, bytes } of writes) files.set(path, bytes)
    roots.push(root)
    return String(index)
  }
  if (note !== undefined) append(sha256Bytes(utf8Bytes(note)))
  for (let serial = 1; serial <= count; serial += 1) {
    const claims = { ...claimsOf(serial, receipts.at(-1) ?? null), beacon }
    const signed = signReceipt(claims, record.kid, key)
    receipts.push({ ...signed, log: { origin: ORIGIN, index: append(receiptEntry(signed)) } })
  }
  const checkpointAt = (size: number) => signedCheckpoint(size, roots[size - 1]!, key)
  const replies = receipts.map((receipt, at) => ({
    request_id: receipt.request_id,
    bytes_hex: hexText(bytesOf(at + 1)),
    salt_hex: hexText(saltOf(at + 1)),
    receipt,
  }))
  const size = roots.length
  return { receipts, replies, files, read, size, checkpoint: checkpointAt(size), checkpointAt }
}

export const signedCheckpoint = (size: number, root: Uint8Array, key: CompositeKey): string =>
  signNote(checkpointText({ origin: ORIGIN, size: BigInt(size), root }), [
    ed25519NoteSigner(ORIGIN, logKey),
    compositeNoteSigner(ORIGIN, key),
  ])

export const publishedKeys = ({ record }: Issuer, others: readonly KeyRecord[] = []) => ({
  format: 'pentad-keys/1' as const,
  kid: record.kid,
  alg: record.alg,
  pub: record.pub,
  keys: [record, ...others],
  logs: [{ origin: ORIGIN, vkey: vkeyText(ORIGIN, logKey.publicKey) }],
})

/** `evidence.json` of an export with these files: their texts, or bytes. */
export const evidenceIndex = (
  files: Readonly<Record<string, string | Uint8Array>>,
  notes: EvidenceIndex['log']['notes'] = [],
): EvidenceIndex => ({
  format: 'pentad-evidence/1',
  log: { origin: ORIGIN, notes },
  files: Object.entries(files).map(([name, content]) => ({
    name,
    sha256: hexText(sha256Bytes(typeof content === 'string' ? utf8Bytes(content) : content)),
  })),
})
