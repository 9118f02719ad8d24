/** Whether a folder holds a whole export: every entry of its log, pulses up to those that receipts name, every file. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EvidenceIndex } from '../../../contract/entropy/evidence-files'
import { KeyRecord } from '../../../contract/entropy/key-record'
import type { BeaconPulse } from '../../../contract/entropy/pulse'
import type { Receipt } from '../../../contract/entropy/receipt'
import { sha256OfFile } from '../../../files/sha256'
import { sameBytes, sha256Bytes, utf8Bytes } from '../encoding/bytes'
import { parseStrictJson } from '../encoding/strict-json'
import { parseCheckpoint } from '../notes/checkpoint'
import { parseNote } from '../notes/signed-note'
import { VerificationFault } from './causes'
import type { CheckedLog } from './check-log'
import { documentsIn } from './read-documents'

/** Written last, so that an export that was stopped has none. */
const INDEX_FILE = 'evidence.json'

/**
 * Throws VerificationFault where the index is missing or is another document; null where it cannot be read, which is reported when
 * it is checked as a document.
 */
export async function readIndex(folder: string): Promise<EvidenceIndex | null> {
  const path = join(folder, INDEX_FILE)
  if (!existsSync(path))
    throw new VerificationFault(
      'export_incomplete',
      `${INDEX_FILE}, the last file of an export, is missing; give single files to verify those alone`,
    )
  for await (const { document } of documentsIn(path)) {
    if (document instanceof VerificationFault) return null
    if (document.kind === 'evidence_index') return document.value
    throw new VerificationFault('export_incomplete', `${INDEX_FILE} holds no list of files but a ${document.kind}`)
  }
  return null
}

/** The latest pulse of each chain that a receipt of the export names. */
export type NamedPulses = Map<number, { readonly index: number; readonly output: string }>

export function namePulse(named: NamedPulses, { beacon }: Receipt): void {
  if (!beacon) return
  const [chain, index] = [Number(beacon.chain), Number(beacon.index)]
  if (index > (named.get(chain)?.index ?? 0)) named.set(chain, { index, output: beacon.output })
}

/** Takes the receipts and pulses of an export, each checked by itself already. All throw VerificationFault. */
export interface ExportChecker {
  receipt(receipt: Receipt): void
  pulse(pulse: BeaconPulse): void
  /** To be called after the last receipt: all entries that are left must be notes. */
  endReceipts(): void
  /** To be called after the last pulse: every pulse that a receipt names must be there. */
  endPulses(): void
}

interface ExportParts {
  readonly index: EvidenceIndex
  /** Null where it does not verify. */
  readonly log: CheckedLog | null
  readonly named: NamedPulses
}

export function createExportChecker({ index, log, named }: ExportParts): ExportChecker {
  const notes = new Map(index.log.notes.map(note => [note.index, note]))
  const lastPulses = new Map<number, number>()
  /** The first entry of the log that no receipt or note accounts for yet. */
  let next = 0

  /** Throws unless each entry from `next` up to `end` is a note: only notes stand between receipts. */
  function passNotes({ origin, entry }: CheckedLog, end: number): void {
    for (; next < end; next += 1) {
      const note = notes.get(next)
      if (!note || !isNoteOf(note, entry(next))) {
        const missing = next
        next = end
        throw new VerificationFault('receipt_chain_broken', `entry ${missing} of ${origin} is no receipt that is here`)
      }
    }
  }

  return {
    receipt({ log: { origin, index: position } }) {
      if (log === null || origin !== log.origin) return
      const at = Number(position)
      passNotes(log, Math.min(at, Number(log.size)))
      next = Math.max(next, at + 1)
    },
    pulse({ chainIndex, pulseIndex, outputValue }) {
      lastPulses.set(chainIndex, pulseIndex)
      const known = named.get(chainIndex)
      if (known?.index === pulseIndex && known.output !== outputValue)
        throw new VerificationFault(
          'pulse_link_mismatch',
          `a receipt names another output of pulse ${chainIndex}/${pulseIndex}`,
        )
    },
    endReceipts() {
      if (log) passNotes(log, Number(log.size))
    },
    endPulses() {
      for (const [chain, { index: last }] of named)
        if ((lastPulses.get(chain) ?? 0) < last)
          throw new VerificationFault('pulse_missing', `a receipt names pulse ${chain}/${last}, which is not here`)
    },
  }
}

/**
 * Whether the entry is the hash of the note, and its text is of the kind that the index says: a receipt does not pass for a note.
 */
function isNoteOf({ kind, text }: EvidenceIndex['log']['notes'][number], entry: Uint8Array): boolean {
  if (!sameBytes(sha256Bytes(utf8Bytes(text)), entry)) return false
  try {
    if (kind === 'checkpoint') parseCheckpoint(parseNote(text).text)
    else KeyRecord.parse(parseStrictJson(utf8Bytes(text)))
    return true
  } catch {
    return false
  }
}

/** Returns how many files are as they were exported. Throws VerificationFault. */
export async function checkFiles(folder: string, { files }: EvidenceIndex): Promise<number> {
  for (const { name, sha256 } of files) {
    const found = await sha256OfFile(join(folder, name)).catch(() => null)
    if (found !== sha256)
      throw new VerificationFault(
        'export_incomplete',
        `${name} ${found === null ? 'is missing' : 'is not as it was exported'}`,
      )
  }
  return files.length
}
