/** The keys and certificates that an auditor trusts, and those that came with the evidence. */
import type { PublicKeys } from '../../../contract/entropy/key-record'
import { type BeaconCertificate, readCertificate } from '../beacon/certificate'
import { KeyFault, type KeyTrust, trustedKey } from '../keys/key-trust'
import { type LogCheckpoint, parseCheckpoint } from '../notes/checkpoint'
import { compositeNoteVerifier, type NoteVerifier, parseVkey } from '../notes/note-keys'
import { NoteError, openNote, parseNote } from '../notes/signed-note'
import { VerificationFault } from './causes'

export interface Trust {
  /** Keys and certificates that the auditor gave are pinned; those found beside the evidence are not. */
  addKeys(keys: PublicKeys, pinned: boolean): void
  addCertificate(pem: string, pinned: boolean): void
  /** A key id, or the id of a certificate. */
  pin(id: string): void
  /** Throws VerificationFault. */
  key(kid: string, time: string | null): Uint8Array
  certificate(id: string): BeaconCertificate | null
  isPinned(certificateId: string): boolean
  /**
   * The checkpoint of a note that a trusted key signed; a signature by a known key of its log must verify too. Throws
   * VerificationFault.
   */
  checkpoint(note: string): LogCheckpoint
}

export function createTrust(): Trust {
  const records: KeyTrust['records'][number][] = []
  const pinned = new Set<string>()
  const certificates = new Map<string, BeaconCertificate>()
  const logs: NoteVerifier[] = []

  return {
    addKeys(keys, isPinned) {
      // Records that the auditor gave come first, so that they are found first.
      if (isPinned) records.unshift(...keys.keys)
      else records.push(...keys.keys)
      if (isPinned) for (const { kid } of keys.keys) pinned.add(kid)
      for (const { vkey } of keys.logs) {
        const verifier = parseVkey(vkey)
        if (!verifier) throw new VerificationFault('input_malformed', `the log key ${vkey} cannot be read`)
        logs.push(verifier)
      }
    },
    addCertificate(pem, isPinned) {
      const certificate = readCertificate(pem)
      if (!certificate) throw new VerificationFault('input_malformed', 'it is no certificate with an RSA key')
      certificates.set(certificate.id, certificate)
      if (isPinned) pinned.add(certificate.id)
    },
    pin: id => void pinned.add(id),
    key: (kid, time) => orFault(() => trustedKey({ records, pinned }, kid, time)),
    certificate: id => certificates.get(id) ?? null,
    isPinned: id => pinned.has(id),
    checkpoint(note) {
      return orFault(() => {
        const checkpoint = parseCheckpoint(parseNote(note).text)
        const { origin } = checkpoint
        const ours = trustedVerifiers(origin)
        const { verified } = openNote(note, [...ours, ...logs.filter(({ name }) => name === origin)])
        if (!verified.some(verifier => ours.includes(verifier)))
          throw new VerificationFault('checkpoint_invalid', `no trusted key signed the checkpoint of ${origin}`)
        return checkpoint
      })
    },
  }

  /** A checkpoint has no time of its own, so validity is not checked. */
  function trustedVerifiers(origin: string): NoteVerifier[] {
    return records.flatMap(({ kid }) => {
      try {
        return [compositeNoteVerifier(origin, trustedKey({ records, pinned }, kid, null))]
      } catch (error) {
        if (error instanceof KeyFault || error instanceof RangeError) return []
        throw error
      }
    })
  }
}

function orFault<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof KeyFault) throw new VerificationFault(error.code, error.message)
    if (error instanceof NoteError) throw new VerificationFault('checkpoint_invalid', error.message)
    throw error
  }
}
