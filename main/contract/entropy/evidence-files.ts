/** Files that an auditor gets; every line of a JSON lines file is one of these, a receipt, a reply to a draw, or keys. */
import { z } from 'zod'
import { LogHash, LogOrigin, Sha256Hex } from './evidence-fields'
import { PublicKeys } from './key-record'
import { PublishedPulse } from './pulse'
import { DrawReply, Receipt } from './receipt'

/** A signed note; a composite signature has 4.5 kB. */
const Note = z.string().min(1).max(200_000)
const LogPath = z.array(LogHash).max(64)

/** Proof that a receipt is in the log under a checkpoint; `proof` lists hashes from the entry's sibling upwards. */
export const ReceiptProof = z.strictObject({
  format: z.literal('pentad-receipt-proof/1'),
  receipt: Receipt,
  proof: LogPath,
  checkpoint: Note,
})
export type ReceiptProof = z.infer<typeof ReceiptProof>

/** Proof that the log of a checkpoint is the beginning of the log of a later checkpoint. */
export const ConsistencyProof = z.strictObject({
  format: z.literal('pentad-consistency-proof/1'),
  old_checkpoint: Note,
  new_checkpoint: Note,
  proof: LogPath,
})
export type ConsistencyProof = z.infer<typeof ConsistencyProof>

/** Pulses that connect a later pulse (first in the list) to an earlier one (last). */
export const SkipListProof = z.strictObject({
  format: z.literal('pentad-skip-list/1'),
  pulses: z.array(PublishedPulse).min(1).max(5_000),
})
export type SkipListProof = z.infer<typeof SkipListProof>

/** Entries of a log that are no receipts: each is SHA-256 of its text. */
export const LogNotes = z.strictObject({
  origin: LogOrigin,
  notes: z
    .array(
      z.strictObject({
        index: z.int().min(0),
        /** The last checkpoint of the log before a restore, or the record of a key without endorsement. */
        kind: z.enum(['checkpoint', 'rekey']),
        text: Note,
      }),
    )
    .max(10_000),
})
export type LogNotes = z.infer<typeof LogNotes>

/** `evidence.json` of a whole export: its files, and the entries of its log that are no receipts. */
export const EvidenceIndex = z.strictObject({
  format: z.literal('pentad-evidence/1'),
  log: LogNotes,
  files: z
    .array(z.strictObject({ name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/), sha256: Sha256Hex }))
    .min(1)
    .max(10_000),
})
export type EvidenceIndex = z.infer<typeof EvidenceIndex>

const CertificateFile = z.strictObject({ certificate_pem: z.string().max(100_000) })
const CheckpointFile = z.strictObject({ checkpoint: Note })

/** Schema of each kind of file, and the field by which the kind is recognized: no other kind has it. */
export const EVIDENCE_KINDS = {
  keys: { mark: { format: 'pentad-keys/1' }, schema: PublicKeys },
  receipt_proof: { mark: { format: 'pentad-receipt-proof/1' }, schema: ReceiptProof },
  consistency_proof: { mark: { format: 'pentad-consistency-proof/1' }, schema: ConsistencyProof },
  skip_list: { mark: { format: 'pentad-skip-list/1' }, schema: SkipListProof },
  evidence_index: { mark: { format: 'pentad-evidence/1' }, schema: EvidenceIndex },
  certificate: { mark: 'certificate_pem', schema: CertificateFile },
  checkpoint: { mark: 'checkpoint', schema: CheckpointFile },
  pulse: { mark: 'pulse', schema: PublishedPulse },
  reply: { mark: 'bytes_hex', schema: DrawReply },
  receipt: { mark: 'output_commitment', schema: Receipt },
} as const
export type EvidenceKind = keyof typeof EVIDENCE_KINDS
export type EvidenceDocument = {
  [K in EvidenceKind]: { readonly kind: K; readonly value: z.infer<(typeof EVIDENCE_KINDS)[K]['schema']> }
}[EvidenceKind]
