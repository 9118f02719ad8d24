/** Circuits saved by name, as text with all its comments; each save is a version. */
import { z } from 'zod'
import { Timestamp } from '../model/primitives'

/** Most characters of a saved circuit. */
const MAX_SAVED_TEXT = 4_000_000
export const MAX_SAVED_CIRCUITS = 1_000
export const MAX_SAVED_VERSIONS = 1_000

const CircuitName = z.string().trim().min(1).max(200)
/** Text as it was written, with any faults in it. */
const Text = z.string().min(1).max(MAX_SAVED_TEXT)

/** A version of a saved circuit, which a job was submitted from. */
export const SavedVersionRef = z.strictObject({ circuit_id: z.uuid(), version: z.int().min(1) })
export type SavedVersionRef = z.infer<typeof SavedVersionRef>

export const SavedCircuit = z.object({
  circuit_id: z.uuid(),
  name: z.string(),
  /** Number of the newest version, from 1. */
  version: z.int().min(1),
  /** Characters of the newest version. */
  size: z.int().min(0),
  created_at: Timestamp,
  /** When it was saved or renamed last. */
  updated_at: Timestamp,
  /** null unless deleted; a deleted circuit can be restored for 30 days. */
  deleted_at: Timestamp.nullable(),
  /** Number of jobs that were submitted from any of its versions and are still stored. */
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
  /** The version that was edited: the save is refused where a newer version exists. Left out: saved in any case. */
  after: z.int().min(1).optional(),
})

export const RenameCircuit = z.strictObject({ name: CircuitName })

export const SavedCircuitParam = z.object({ circuit_id: z.uuid() })
export const SavedVersionParam = z.object({ circuit_id: z.uuid(), version: z.coerce.number().int().min(1) })

const SavedVersion = z.object({ version: z.int().min(1), size: z.int().min(0), saved_at: Timestamp })

/** A saved circuit with its versions, the newest first, and the newest text. */
export const SavedCircuitDetail = SavedCircuit.extend({ text: z.string(), versions: z.array(SavedVersion) })
export type SavedCircuitDetail = z.infer<typeof SavedCircuitDetail>

export const SavedText = SavedVersion.extend({ text: z.string() })
export type SavedText = z.infer<typeof SavedText>
