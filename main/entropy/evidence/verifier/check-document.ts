/** Checks of one document by itself. */
import type {
  ConsistencyProof,
  EvidenceDocument,
  ReceiptProof,
  SkipListProof,
} from '../../../contract/entropy/evidence-files'
import type { PublishedPulse } from '../../../contract/entropy/pulse'
import type { DrawReply, Receipt } from '../../../contract/entropy/receipt'
import { skipListFault } from '../beacon/chain'
import { compositePulseHolds, pulseFault } from '../beacon/pulse'
import { base64Bytes } from '../encoding/bytes'
import { leafHash } from '../merkle/tree-hash'
import { verifyConsistency, verifyInclusion } from '../merkle/verify-proof'
import { holdsCommitment, receiptEntry, receiptSignatureHolds } from '../receipts/receipt'
import { type FailureCause, VerificationFault } from './causes'
import type { Trust } from './trust'

/** Checks a document and returns a sentence about what was verified. Throws VerificationFault. */
export function checkDocument(document: EvidenceDocument, trust: Trust): string {
  switch (document.kind) {
    case 'receipt':
      checkReceipt(document.value, trust)
      return 'signed by a trusted key; its place in the log is not proven here'
    case 'reply':
      return checkReply(document.value, trust)
    case 'receipt_proof':
      return checkReceiptProof(document.value, trust)
    case 'consistency_proof':
      return checkConsistencyProof(document.value, trust)
    case 'pulse':
      checkPulse(document.value, trust)
      return 'signed under a trusted certificate'
    case 'skip_list':
      return checkSkipList(document.value, trust)
    case 'checkpoint': {
      const { origin, size } = trust.checkpoint(document.value.checkpoint)
      return `${origin} had ${entriesText(size)}, signed by a trusted key`
    }
    case 'keys':
    case 'certificate':
    case 'evidence_index':
      return 'read; it verifies nothing by itself'
  }
}

const must = (holds: boolean, cause: FailureCause, message: string): void => {
  if (!holds) throw new VerificationFault(cause, message)
}

function checkReceipt(receipt: Receipt, trust: Trust): void {
  const key = trust.key(receipt.kid, receipt.issued_at)
  must(
    receiptSignatureHolds(receipt, key),
    'signature_invalid',
    `the signature of ${receipt.request_id} does not verify`,
  )
}

function checkReply(reply: DrawReply, trust: Trust): string {
  checkReceipt(reply.receipt, trust)
  must(holdsCommitment(reply), 'commitment_mismatch', `the receipt of ${reply.request_id} is not of these bytes`)
  return `the receipt commits to these ${reply.receipt.bytes} bytes`
}

const hashesOf = (texts: readonly string[]): Uint8Array[] => texts.map(text => base64Bytes(text)!)

function checkReceiptProof({ receipt, proof, checkpoint }: ReceiptProof, trust: Trust): string {
  checkReceipt(receipt, trust)
  const { origin, size, root } = trust.checkpoint(checkpoint)
  const { index } = receipt.log
  const inLog =
    origin === receipt.log.origin &&
    proof.every(text => base64Bytes(text) !== null) &&
    verifyInclusion({
      index: BigInt(index),
      size,
      leaf_hash: leafHash(receiptEntry(receipt)),
      root,
      proof: hashesOf(proof),
    })
  must(inLog, 'inclusion_invalid', `no proof that ${receipt.request_id} is entry ${index} of ${origin} at ${size}`)
  return `entry ${index} of ${origin} under the checkpoint of ${entriesText(size)}`
}

export const entriesText = (count: bigint | number): string => `${count} ${Number(count) === 1 ? 'entry' : 'entries'}`

function checkConsistencyProof({ old_checkpoint, new_checkpoint, proof }: ConsistencyProof, trust: Trust): string {
  const [older, newer] = [trust.checkpoint(old_checkpoint), trust.checkpoint(new_checkpoint)]
  const consistent =
    older.origin === newer.origin &&
    proof.every(text => base64Bytes(text) !== null) &&
    verifyConsistency({
      old_size: older.size,
      new_size: newer.size,
      old_root: older.root,
      new_root: newer.root,
      proof: hashesOf(proof),
    })
  must(consistent, 'consistency_invalid', `no proof that ${newer.origin} at ${newer.size} continues ${older.size}`)
  return `${newer.origin} grew from ${older.size} to ${entriesText(newer.size)} without change`
}

function checkPulse(published: PublishedPulse, trust: Trust): void {
  const { pulse, pentad } = published
  const fault = pulseFault(pulse, trust.certificate(pulse.certificateId))
  if (fault) throw new VerificationFault(fault.code, fault.message)
  const name = `pulse ${pulse.chainIndex}/${pulse.pulseIndex}`
  if (pentad) {
    const key = trust.key(pentad.kid, pulse.timeStamp)
    must(compositePulseHolds(published, key), 'pulse_composite_invalid', `the composite signature beside ${name} fails`)
  }
  // The composite signature covers certificateId: a trusted key vouches for the certificate.
  const trusted = pentad !== undefined || trust.isPinned(pulse.certificateId)
  must(trusted, 'certificate_not_trusted', `${name} is right if its certificate is; give that, or its id, by --key`)
}

function checkSkipList({ pulses }: SkipListProof, trust: Trust): string {
  for (const pulse of pulses) checkPulse(pulse, trust)
  const fault = skipListFault(pulses.map(({ pulse }) => pulse))
  if (fault) throw new VerificationFault(fault.code, fault.message)
  const [from, to] = [pulses[0]!.pulse, pulses.at(-1)!.pulse]
  return `pulse ${from.chainIndex}/${from.pulseIndex} leads back to ${to.pulseIndex}`
}
