/** Which key may verify what an auditor reads. */
import type { KeyRecord } from '../../../contract/entropy/key-record'
import { isEndorsed, recordedKey } from './key-record'

type KeyFaultCode = 'key_unknown' | 'key_invalid' | 'key_not_trusted' | 'key_revoked' | 'key_outside_validity'

export class KeyFault extends Error {
  override readonly name = 'KeyFault'
  constructor(
    readonly code: KeyFaultCode,
    message: string,
  ) {
    super(message)
  }
}

export interface KeyTrust {
  /** All records at hand, those that came with the evidence included. */
  readonly records: readonly KeyRecord[]
  /** Key ids that the auditor knows from elsewhere. */
  readonly pinned: ReadonlySet<string>
}

/**
 * The bytes of the key `kid` for something signed at `time` (UTC, null where no time is signed). Pinned keys are trusted, and so
 * are keys that a trusted key endorsed. A key's validity ends where its record or a trusted successor says, whichever is earlier.
 * Throws KeyFault.
 */
export function trustedKey(trust: KeyTrust, kid: string, time: string | null): Uint8Array {
  const record = trust.records.find(one => one.kid === kid)
  if (!record) throw new KeyFault('key_unknown', `no record of the key ${kid} is at hand`)
  const publicKey = recordedKey(record)
  if (!publicKey) throw new KeyFault('key_invalid', `the record of ${kid} holds another key: its thumbprint differs`)
  if (!isTrusted(trust, record))
    throw new KeyFault('key_not_trusted', `the key ${kid} is neither pinned nor endorsed by a pinned key`)
  if (record.status === 'revoked') throw new KeyFault('key_revoked', `the key ${kid} was revoked`)
  if (time !== null) checkWindow(trust, record, time)
  return publicKey
}

/** Goes back over predecessors to a pinned key. A record that was seen before ends the walk, so circles end it. */
function isTrusted({ records, pinned }: KeyTrust, record: KeyRecord): boolean {
  const seen = new Set<KeyRecord>()
  for (let at: KeyRecord | undefined = record; at && !seen.has(at); ) {
    if (pinned.has(at.kid)) return true
    seen.add(at)
    const newer: KeyRecord = at
    const older = records.find(({ kid }) => kid === newer.predecessor?.kid)
    at = older && older.status !== 'revoked' && isEndorsed(newer, older) ? older : undefined
  }
  return false
}

function checkWindow(trust: KeyTrust, { kid, not_before, not_after }: KeyRecord, time: string): void {
  const predecessors = trust.records.filter(one => one.predecessor?.kid === kid && isTrusted(trust, one))
  const ends = [not_after, ...predecessors.map(one => one.predecessor!.not_after)].filter(end => end !== null)
  const end = ends.sort()[0]
  if (time < not_before || (end !== undefined && time >= end))
    throw new KeyFault(
      'key_outside_validity',
      `signed at ${time}, but the key ${kid} signs from ${not_before} ${end ? `until before ${end}` : 'on'}`,
    )
}
