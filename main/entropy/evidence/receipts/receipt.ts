/** Making and verifying receipts. */
import type { DrawReply, Receipt } from '../../../contract/entropy/receipt'
import { base64UrlBytes, base64UrlText, hexBytes, hexText, sha256Bytes } from '../encoding/bytes'
import { canonicalJson, without } from '../encoding/canonical-json'
import { COMPOSITE_ALGORITHM, type CompositeKey, contextOf, verifyComposite } from '../signatures/composite'

export type UnloggedReceipt = Omit<Receipt, 'log'>
/** Everything that is signed except for the names of key and algorithm. */
export type ReceiptClaims = Omit<UnloggedReceipt, 'kid' | 'alg' | 'signature'>

/** SHA-256 of salt ‖ bytes, in hex. The salt has 32 bytes and goes to the caller only, so that short outputs cannot be guessed. */
export function outputCommitment(salt: Uint8Array, bytes: Uint8Array): string {
  if (salt.length !== 32) throw new RangeError(`a salt has 32 bytes, not ${salt.length}`)
  return hexText(sha256Bytes(salt, bytes))
}

/** Whether the reply holds the bytes that its receipt commits to, and as many as it says. */
export function holdsCommitment({ bytes_hex, salt_hex, receipt, request_id }: DrawReply): boolean {
  const [salt, bytes] = [hexBytes(salt_hex), hexBytes(bytes_hex)]
  return (
    salt !== null &&
    bytes !== null &&
    bytes.length === receipt.bytes &&
    request_id === receipt.request_id &&
    outputCommitment(salt, bytes) === receipt.output_commitment
  )
}

/** Bits of min-entropy as receipts state them: four decimals, never rounded up. */
export function entropyBits(bits: number): number {
  const rounded = Number(bits.toFixed(4))
  return rounded <= bits ? rounded : Number((rounded - 0.0001).toFixed(4))
}

/** The bytes that are signed, and whose SHA-256 the next receipt names. */
export const receiptSignedBytes = (receipt: UnloggedReceipt | Receipt): Uint8Array =>
  canonicalJson(without(receipt as Receipt, 'signature', 'log'))

/** The entry in the log: 32 bytes. */
export const receiptEntry = (receipt: UnloggedReceipt | Receipt): Uint8Array =>
  sha256Bytes(canonicalJson(without(receipt as Receipt, 'log')))

/** Signs: about 7 ms with ML-DSA in JavaScript, so off the main thread. */
export function signReceipt(claims: ReceiptClaims, kid: string, key: CompositeKey): UnloggedReceipt {
  const unsigned = { ...claims, kid, alg: COMPOSITE_ALGORITHM } as const
  const message = receiptSignedBytes(unsigned as UnloggedReceipt)
  return { ...unsigned, signature: base64UrlText(key.sign(message, contextOf(purposeOf(claims)))) }
}

/** Draws and stream frames have different contexts, so that neither passes for the other. */
const purposeOf = ({ type }: Pick<Receipt, 'type'>) => (type === 'draw' ? 'receipt' : 'stream_frame')

export function receiptSignatureHolds(receipt: Receipt, publicKey: Uint8Array): boolean {
  const signature = base64UrlBytes(receipt.signature)
  const signed = { publicKey, message: receiptSignedBytes(receipt), context: contextOf(purposeOf(receipt)) }
  return signature !== null && verifyComposite({ ...signed, signature })
}

/** `prev_receipt_sha256` of the receipt after this one. */
export const receiptHash = (receipt: UnloggedReceipt | Receipt): string =>
  hexText(sha256Bytes(receiptSignedBytes(receipt)))

/** `prev_receipt_sha256` of the first receipt of an epoch. */
export const NO_RECEIPT = '0'.repeat(64)

/** Why `next` cannot come right after `previous` (null before the first of an epoch), or null if it can. */
export function chainFault(previous: Receipt | null, next: Receipt): string | null {
  if (previous === null || next.epoch > previous.epoch) {
    if (next.serial !== '1') return `serial ${next.serial} cannot begin an epoch`
    return next.prev_receipt_sha256 === NO_RECEIPT ? null : 'the first receipt of an epoch names one before it'
  }
  if (next.epoch < previous.epoch) return `epoch ${next.epoch} comes after epoch ${previous.epoch}`
  if (BigInt(next.serial) !== BigInt(previous.serial) + 1n)
    return `serial ${next.serial} comes after serial ${previous.serial}`
  if (next.prev_receipt_sha256 !== receiptHash(previous))
    return `receipt ${next.serial} names another receipt before it than ${previous.serial}`
  return null
}
