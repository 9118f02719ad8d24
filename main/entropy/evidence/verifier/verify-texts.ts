/** Evidence that came over the network or from the clipboard, verified as files are. */
import type { PublicKeys } from '../../../contract/entropy/key-record'
import type { VerificationReply, VerificationRequest } from '../../../contract/entropy/verification'
import { CAUSES, type FailureCause } from './causes'
import { documentsInText, type ReadDocument } from './read-documents'
import { createTrust } from './trust'
import { isTrustedId, trustDocuments, verifySets } from './verify'

export interface TextVerification {
  readonly request: VerificationRequest
  /** Keys of the service, trusted where the request asks for it. */
  readonly service: { readonly keys: PublicKeys; readonly certificate_pem: string | null } | null
}

export interface TextFindings extends Pick<VerificationReply, 'findings' | 'exit'> {
  readonly cause: FailureCause | null
}

/** `checkpoint` is passed between documents. Throws VerificationFault for keys that cannot be read. */
export async function verifyTexts(
  { request, service }: TextVerification,
  checkpoint: () => void = () => {},
): Promise<TextFindings> {
  const trust = createTrust()
  if (service) {
    trust.addKeys(service.keys, true)
    if (service.certificate_pem !== null) trust.addCertificate(service.certificate_pem, true)
  }
  for (const [at, key] of request.keys.entries())
    if (isTrustedId(key.trim())) trust.pin(key.trim())
    else await trustDocuments(documentsInText(`key ${at + 1}`, key), trust)
  const findings: VerificationReply['findings'] = []
  let first: FailureCause | null = null
  const sent = { name: 'what was sent', folder: null, documents: () => passing(documentsOf(request), checkpoint) }
  const exit = await verifySets([sent], trust, ({ cause, ...finding }) => {
    first ??= cause
    findings.push({ ...finding, cause, means: cause && CAUSES[cause].means })
  })
  return { exit, cause: first, findings }
}

async function* documentsOf({ documents }: VerificationRequest): AsyncGenerator<ReadDocument> {
  for (const { name, text } of documents) yield* documentsInText(name, text)
}

async function* passing(documents: AsyncIterable<ReadDocument>, checkpoint: () => void): AsyncGenerator<ReadDocument> {
  for await (const document of documents) {
    checkpoint()
    yield document
  }
}
