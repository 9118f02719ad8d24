/** Signers and verifiers of notes, for the signature types of C2SP signed-note that are used here. */
import { base64Bytes, base64Text, hexText, joinBytes, sha256Bytes, utf8Bytes } from '../encoding/bytes'
import { COMPOSITE_ALGORITHM, type CompositeKey, contextOf, verifyComposite } from '../signatures/composite'
import { ED25519, type Ed25519Key, verifyEd25519 } from '../signatures/ed25519'

export interface NoteVerifier {
  readonly name: string
  /** Four bytes. */
  readonly key_id: Uint8Array
  verify(text: Uint8Array, signature: Uint8Array): boolean
}

export interface NoteSigner {
  readonly name: string
  readonly key_id: Uint8Array
  sign(text: Uint8Array): Uint8Array
}

const ED25519_TYPE = Uint8Array.of(1)
/** 0xff announces a type without a number, followed by a unique name. */
const COMPOSITE_TYPE = joinBytes(Uint8Array.of(0xff), utf8Bytes(`pentad/${COMPOSITE_ALGORITHM}`))

/** Throws a RangeError for a name that a note cannot hold. */
function noteKeyId(name: string, type: Uint8Array, publicKey: Uint8Array): Uint8Array {
  if (!/^[^\s+\p{C}]+$/u.test(name)) throw new RangeError(`a note's key cannot be named ${JSON.stringify(name)}`)
  return sha256Bytes(utf8Bytes(`${name}\n`), type, publicKey).subarray(0, 4)
}

export const ed25519NoteVerifier = (name: string, publicKey: Uint8Array): NoteVerifier => ({
  name,
  key_id: noteKeyId(name, ED25519_TYPE, publicKey),
  verify: (message, signature) => verifyEd25519({ publicKey, message, signature }),
})

export const ed25519NoteSigner = (name: string, key: Ed25519Key): NoteSigner => ({
  name,
  key_id: noteKeyId(name, ED25519_TYPE, key.publicKey),
  sign: text => key.sign(text),
})

export const compositeNoteVerifier = (name: string, publicKey: Uint8Array): NoteVerifier => ({
  name,
  key_id: noteKeyId(name, COMPOSITE_TYPE, publicKey),
  verify: (message, signature) => verifyComposite({ publicKey, message, signature, context: contextOf('checkpoint') }),
})

export const compositeNoteSigner = (name: string, key: CompositeKey): NoteSigner => ({
  name,
  key_id: noteKeyId(name, COMPOSITE_TYPE, key.publicKey),
  sign: text => key.sign(text, contextOf('checkpoint')),
})

/** `name+keyid+base64(type ‖ key)`, as logs publish an Ed25519 key. */
export const vkeyText = (name: string, publicKey: Uint8Array): string =>
  [name, hexText(noteKeyId(name, ED25519_TYPE, publicKey)), base64Text(joinBytes(ED25519_TYPE, publicKey))].join('+')

/** Null for a text that is no vkey of Ed25519, or whose id is not that of its key. */
export function parseVkey(text: string): NoteVerifier | null {
  const [, name, id, encoded] = /^([^\s+\p{C}]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? []
  const key = base64Bytes(encoded ?? '')
  if (name === undefined || key?.length !== 1 + ED25519.public_key_bytes || key[0] !== ED25519_TYPE[0]) return null
  const verifier = ed25519NoteVerifier(name, key.subarray(1))
  return hexText(verifier.key_id) === id ? verifier : null
}
