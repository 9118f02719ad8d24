/** Evidence that is to be verified, and the verdict in words. */
import type { VerificationReply, VerificationRequest } from '../../../../main/contract/entropy/verification'
import { countWithNoun } from '../format/quantity'

type PastedDocument = VerificationRequest['documents'][number]

/** What was pasted: one document, or a document a line where each line is JSON by itself. */
export function pastedDocument(text: string): PastedDocument {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const isLines = lines.length > 1 && lines.every(line => isJson(line))
  return { name: isLines ? 'pasted.jsonl' : 'pasted', text }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Limit of the documents as they are sent: the body of a request may have 16 MB, with the keys in it. */
const MAX_EVIDENCE_BYTES = 15_000_000

/** JSON writes quotes and line breaks with two characters, and a character may take up to four bytes. */
const bytesAsSent = (documents: readonly PastedDocument[]): number =>
  new TextEncoder().encode(JSON.stringify(documents)).length

/** Why the documents cannot be sent; null where they can. */
export function evidenceFault(documents: readonly PastedDocument[]): string | null {
  if (documents.length === 0) return 'Drop a file, choose one, or paste a document.'
  if (bytesAsSent(documents) > MAX_EVIDENCE_BYTES)
    return 'That is more than 15 MB as it is sent: verify large exports with npm run verify, which reads them file by file.'
  const empty = documents.find(({ text }) => text === '')
  return empty ? `${empty.name} is empty.` : null
}

/**
 * Key ids, separated by blanks or line breaks; a text that begins with { or -----BEGIN is one document with keys or a
 * certificate.
 */
export function enteredKeys(text: string): string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (/^(\{|-----BEGIN)/.test(trimmed)) return [trimmed]
  return trimmed.split(/\s+/)
}

export const verdictText = ({ verified, findings, cause }: VerificationReply): string =>
  verified
    ? `Verified: ${countWithNoun(findings.length, 'check')} passed.`
    : `NOT verified: ${countWithNoun(findings.filter(finding => finding.cause !== null).length, 'check')} failed, the first by ${cause?.replaceAll('_', ' ') ?? 'an unknown cause'}.`

export const FINDING_KIND_TEXT: Readonly<Record<string, string>> = {
  file: 'file',
  receipt_chain: 'receipts follow one another',
  pulse_chain: 'pulses follow one another',
  log: 'log',
  reply: 'bytes of a draw',
  receipt: 'receipt',
  receipt_proof: 'receipt in the log',
  consistency_proof: 'growth of the log',
  skip_list: 'skip list of pulses',
  evidence_index: 'files of an export',
  export: 'whole export',
  pulse: 'pulse',
  checkpoint: 'checkpoint',
  keys: 'keys',
  certificate: 'certificate',
}
