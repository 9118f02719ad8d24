/** C2SP signed notes: a text, an empty line, signature lines. */
import { base64Bytes, base64Text, joinBytes, sameBytes, utf8Bytes } from '../encoding/bytes'
import type { NoteSigner, NoteVerifier } from './note-keys'

type NoteFault = 'malformed' | 'no_known_signature' | 'signature_invalid'

export class NoteError extends Error {
  override readonly name = 'NoteError'
  constructor(
    readonly fault: NoteFault,
    message: string,
  ) {
    super(message)
  }
}

interface NoteSignature {
  readonly name: string
  readonly key_id: Uint8Array
  readonly signature: Uint8Array
}

interface Note {
  /** With its last newline, which is signed too. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** Readers must accept sixteen; a line with a composite signature has 4.5 kB. */
const MAX_SIGNATURES = 32
const MAX_CHARACTERS = 1_000_000

/** The text, which ends in a newline, with a line for each signer. */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  if (!text.endsWith('\n')) throw new RangeError('the text of a note ends in a newline')
  const lines = signers.map(({ name, key_id, sign }) => {
    return `— ${name} ${base64Text(joinBytes(key_id, sign(utf8Bytes(text))))}\n`
  })
  const note = `${text}\n${lines.join('')}`
  parseNote(note)
  return note
}

/** Verifies nothing. Throws NoteError `malformed`. */
export function parseNote(note: string): Note {
  if ([...note].some(character => character < ' ' && character !== '\n')) throw malformed('it holds control characters')
  if (note.length > MAX_CHARACTERS) throw malformed('it is too long')
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) throw malformed('no empty line parts its text from its signatures')
  const lines = note
    .slice(end + 2)
    .split('\n')
    .slice(0, -1)
  if (lines.length === 0) throw malformed('it has no signature')
  if (lines.length > MAX_SIGNATURES) throw malformed(`it has more than ${MAX_SIGNATURES} signatures`)
  return { text: note.slice(0, end + 1), signatures: lines.map(parseLine) }
}

function parseLine(line: string): NoteSignature {
  const [, name, encoded] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? []
  const bytes = base64Bytes(encoded ?? '')
  if (name === undefined || bytes === null || bytes.length < 5) throw malformed('a signature line cannot be read')
  return { name, key_id: bytes.subarray(0, 4), signature: bytes.subarray(4) }
}

const malformed = (reason: string): NoteError => new NoteError('malformed', `no signed note: ${reason}`)

interface OpenedNote {
  readonly text: string
  readonly verified: readonly NoteVerifier[]
}

/** The text of a note that at least one of the verifiers has signed. Throws NoteError. */
export function openNote(note: string, verifiers: readonly NoteVerifier[]): OpenedNote {
  const { text, signatures } = parseNote(note)
  const bytes = utf8Bytes(text)
  const verified = new Set<NoteVerifier>()
  for (const { name, key_id, signature } of signatures)
    for (const verifier of verifiers) {
      if (verifier.name !== name || !sameBytes(verifier.key_id, key_id)) continue
      if (!verifier.verify(bytes, signature))
        throw new NoteError('signature_invalid', `the note's signature by ${name} does not verify`)
      verified.add(verifier)
    }
  if (verified.size === 0) throw new NoteError('no_known_signature', 'the note has no signature by a known key')
  return { text, verified: [...verified] }
}
