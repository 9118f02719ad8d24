/** Requests to verify evidence, as `npm run verify` verifies files, and the findings. */
import { z } from 'zod'
import { Sha512Hex } from './evidence-fields'

const MAX_TEXT = 8_000_000

export const VerificationRequest = z.strictObject({
  /**
   * In the order in which receipts and pulses follow one another; one whose name ends in .jsonl holds a document on each line.
   */
  documents: z
    .array(z.strictObject({ name: z.string().min(1).max(200), text: z.string().min(1).max(MAX_TEXT) }))
    .min(1)
    .max(1_000),
  /** Keys that the auditor trusts: key ids, ids of certificates, or the text of a file with keys or a certificate. */
  keys: z.array(z.string().min(1).max(500_000)).max(100).default([]),
  /** Whether the keys and certificate that this service signs with are trusted, too. */
  trust_service: z.boolean().default(false),
})
export type VerificationRequest = z.infer<typeof VerificationRequest>

const Finding = z.object({
  /** Name of the document; for JSON lines, with the line number. */
  where: z.string(),
  /**
   * A kind of evidence; `file` where a document could not be read; `receipt_chain`, `pulse_chain` and `log` for how pieces of
   * evidence fit together.
   */
  kind: z.string(),
  /** Null where the evidence is correct. */
  cause: z.string().nullable(),
  /** What the cause means. */
  means: z.string().nullable(),
  message: z.string(),
})

export const VerificationReply = z.object({
  verified: z.boolean(),
  /** The exit code that `npm run verify` ends with: 0, or that of the first cause. */
  exit: z.int(),
  cause: z.string().nullable(),
  findings: z.array(Finding),
  trusted: z.object({
    /** Ids of the keys of this service that were trusted. */
    service_keys: z.array(z.string()),
    service_certificate: Sha512Hex.nullable(),
    /** How many `keys` were given. */
    given: z.int(),
  }),
})
export type VerificationReply = z.infer<typeof VerificationReply>
