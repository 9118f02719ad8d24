/** The canonical text of a program, and the check of a program from elsewhere. */
import { canonicalJsonText } from '../../contract/model/canonical-json'
import { programFaults } from './check'
import { type ProgramFault, SequencerError } from './errors'
import { SequencerProgram } from './program'

/** Canonical JSON (RFC 8785): equal programs have equal texts. */
export const canonicalText = (program: SequencerProgram): string => canonicalJsonText(program)

/** The text's bytes; it is ASCII. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** Text that is uploaded for batches of so many shots. */
export const programText = (program: SequencerProgram, shots: number): Uint8Array =>
  asciiBytes(canonicalText({ ...program, shots }))

/** SHA-256 of bytes, in hex. */
export type Sha256 = (bytes: Uint8Array) => string

/**
 * Throws `program_invalid` with the first faults, at most 50, each with its JSON pointer. The rules of the format apart from any
 * compiler; the tests hold the compilers to them.
 * @public
 */
export function checkProgram(value: unknown): SequencerProgram {
  const parsed = SequencerProgram.safeParse(value)
  if (!parsed.success) throw invalid(parsed.error.issues.slice(0, 50).map(shapeFault))
  const faults = programFaults(parsed.data)
  if (faults.length > 0) throw invalid(faults)
  return parsed.data
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const shapeFault = ({ path, message }: Issue): ProgramFault => ({
  pointer: path.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  message,
})

const invalid = (faults: readonly ProgramFault[]): SequencerError => {
  const { pointer, message } = faults[0]!
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const where = pointer === '' ? 'the program' : pointer
  return new SequencerError('program_invalid', `${where}: ${message}${more}`, { faults })
}
