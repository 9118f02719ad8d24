/** Key ids: JWK thumbprints (RFC 7638, SHA-256) of keys of type AKP, as ML-DSA has them in JOSE. */
import { base64UrlText, sha256Bytes } from '../encoding/bytes'
import { canonicalJson } from '../encoding/canonical-json'
import { COMPOSITE_ALGORITHM } from './composite'

/** The required members of an AKP key are alg, kty and pub; canonical JSON puts them in the order that RFC 7638 asks for. */
export const keyId = (publicKey: Uint8Array, alg: string = COMPOSITE_ALGORITHM): string =>
  base64UrlText(sha256Bytes(canonicalJson({ alg, kty: 'AKP', pub: base64UrlText(publicKey) })))
