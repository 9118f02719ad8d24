/** Circuits that are kept by name, as text with all its comments; each save is a version. */
import { z } from 'zod'
import { Timestamp } from '../model/primitives'

/** Characters of a circuit that is kept. */
const MAX_SAVED_TEXT = 4_000_000
export const MAX_SAVED_CIRCUITS = 1_000
export const MAX_SAVED_VERSIONS = 1_000

const CircuitName = z.string().trim().min(1).max(200)
/** As it was written, faults and all. */
const Text = z.string().min(1).max(MAX_SAVED_TEXT)

/** A version of one of them: what a job was submitted from. */
export const SavedVersionRef = z.strictObject({ circuit_id: z.uuid(), version: z.int().min(1) })
export type SavedVersionRef = z.infer<typeof SavedVersionRef>

export const SavedCircuit = z.object({
  circuit_id: z.uuid(),
  name: z.string(),
  /** The newest, from 1. */
  version: z.int().min(1),
  /** Characters of the newest version. */
  size: z.int().min(0),
  created_at: Timestamp,
  /** When it was saved or renamed last. */
  updated_at: Timestamp,
  /** It can be brought back for 30 days; null while it is not deleted. */
  deleted_at: Timestamp.nullable(),
  /** That were submitted from any of its versions and are still kept. */
  jobs: z.int().min(0),
})
export type SavedCircuit = z.infer<typeof SavedCircuit>

export const SavedCircuitQuery = z.strictObject({
  /** Part of the name, or of the first 10,000 characters of the newest text; upper and lower case alike. */
  search: z.string().max(200).optional(),
})

export const SaveCircuit = z.strictObject({ name: CircuitName, text: Text })

export const SaveVersion = z.strictObject({
  text: Text,
  /** The version that was edited: refused where somebody has saved another one since. Left out: saved in any case. */
  after: z.int().min(1).optional(),
})

export const RenameCircuit = z.strictObject({ name: CircuitName })

export const SavedCircuitParam = z.object({ circuit_id: z.uuid() })
export const SavedVersionParam = z.object({ circuit_id: z.uuid(), version: z.coerce.number().int().min(1) })

const SavedVersion = z.object({ version: z.int().min(1), size: z.int().min(0), saved_at: Timestamp })

/** One of them with its versions, the newest first, and the newest text. */
export const SavedCircuitDetail = SavedCircuit.extend({ text: z.string(), versions: z.array(SavedVersion) })
export type SavedCircuitDetail = z.infer<typeof SavedCircuitDetail>

export const SavedText = SavedVersion.extend({ text: z.string() })
export type SavedText = z.infer<typeof SavedText>
