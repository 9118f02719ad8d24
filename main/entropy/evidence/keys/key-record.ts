/** How a key follows another: the older one signs the newer one's record and its own end. */
import type { KeyRecord } from '../../../contract/entropy/key-record'
import { base64UrlBytes, base64UrlText, sha256Bytes } from '../encoding/bytes'
import { canonicalJson } from '../encoding/canonical-json'
import { COMPOSITE_ALGORITHM, type CompositeKey, contextOf, verifyComposite } from '../signatures/composite'

/**
 * The JWK thumbprint (RFC 7638, SHA-256) of a key of type AKP, as ML-DSA has them in JOSE. The required members are alg, kty and
 * pub; canonical JSON puts them in the order that RFC 7638 asks for.
 */
export const keyId = (publicKey: Uint8Array, alg: string = COMPOSITE_ALGORITHM): string =>
  base64UrlText(sha256Bytes(canonicalJson({ alg, kty: 'AKP', pub: base64UrlText(publicKey) })))

/** Record of a key without endorsement: the very first, or the one after a loss. `not_before` in UTC. */
export const firstKeyRecord = (publicKey: Uint8Array, not_before: string): KeyRecord => ({
  v: 1,
  kid: keyId(publicKey),
  alg: COMPOSITE_ALGORITHM,
  pub: base64UrlText(publicKey),
  status: 'active',
  not_before,
  not_after: null,
  predecessor: null,
})

interface KeyRotation {
  readonly current: KeyRecord
  readonly key: CompositeKey
  readonly next: Uint8Array
  /** UTC time from which the next key signs; the current one signs before. */
  readonly at: string
}

/** The current key retired and its successor endorsed. Throws a RangeError where `at` is not after the current key's start. */
export function rotateKey({ current, key, next, at }: KeyRotation): { retired: KeyRecord; successor: KeyRecord } {
  if (current.status !== 'active' || at <= current.not_before)
    throw new RangeError(`the key ${current.kid} (${current.status} from ${current.not_before}) cannot end at ${at}`)
  const record = firstKeyRecord(next, at)
  const statement = endorsement(record, { kid: current.kid, not_after: at })
  const signature = base64UrlText(key.sign(statement, contextOf('key_endorsement')))
  return {
    retired: { ...current, status: 'retired', not_after: at },
    successor: { ...record, predecessor: { kid: current.kid, not_after: at, signature } },
  }
}

/**
 * The bytes that the older key signs: canonical JSON of these fields. Status and end of the newer key change later and are left
 * out.
 */
const endorsement = (
  { v, kid, alg, pub, not_before }: KeyRecord,
  predecessor: { kid: string; not_after: string },
): Uint8Array =>
  canonicalJson({
    v,
    type: 'key_endorsement',
    kid,
    alg,
    pub,
    not_before,
    predecessor: { kid: predecessor.kid, not_after: predecessor.not_after },
  })

/** The key's bytes; null where its id is not its thumbprint. */
export function recordedKey({ kid, pub }: KeyRecord): Uint8Array | null {
  const publicKey = base64UrlBytes(pub)
  return publicKey !== null && keyId(publicKey) === kid ? publicKey : null
}

/** Whether `older` has signed for `newer`, as `newer` says. */
export function isEndorsed(newer: KeyRecord, older: KeyRecord): boolean {
  const { predecessor } = newer
  const [publicKey, signature] = [recordedKey(older), base64UrlBytes(predecessor?.signature ?? '')]
  if (!predecessor || !publicKey || !signature || predecessor.kid !== older.kid) return false
  const message = endorsement(newer, predecessor)
  return verifyComposite({ publicKey, message, signature, context: contextOf('key_endorsement') })
}
