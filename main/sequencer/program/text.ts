/** The one text of a program, and the way back from any text. */

import { programFaults } from './check'
import { type ProgramFault, SequencerError } from './errors'
import { PROGRAM_LIMITS, SequencerProgram } from './program'

/** JSON without spaces, keys in order of their characters: equal programs have equal texts. */
export function canonicalText(program: SequencerProgram): string {
  return JSON.stringify(program, (_, value: unknown) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** The text's bytes; it is ASCII. */
export const asciiBytes = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0))

/** SHA-256 of bytes, in hex. */
export type Sha256 = (bytes: Uint8Array) => string

/** Throws `program_invalid` with every fault that is found, each with its JSON pointer. */
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
  return new SequencerError('program_invalid', `${where}: ${message}${more}`, {}, faults)
}

/** Throws `program_invalid`; reads at most `PROGRAM_LIMITS.text_bytes`. */
export function parseProgram(text: string): SequencerProgram {
  if (text.length > PROGRAM_LIMITS.text_bytes)
    throw invalid([
      { pointer: '', message: `${text.length} characters; at most ${PROGRAM_LIMITS.text_bytes} are read` },
    ])
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid([{ pointer: '', message: `it is not JSON: ${(error as Error).message.slice(0, 200)}` }])
  }
  return checkProgram(value)
}
