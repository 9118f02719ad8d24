import type { SourceLocation } from './model/diagnostics'
import type { OverwrittenOutcomes } from './state/bit-allocation'
import type { Names } from './state/names'
import type { ProgramState } from './state/program'

/** Number of locations that a note names one by one. */
const MAX_NAMED = 5

const spelled = ({ line, column }: SourceLocation): string => `line ${line}, column ${column}`

/** `line 3, column 5 (7 of them); line 4, column 1` */
function locationsOf(all: readonly SourceLocation[]): string {
  const counts = new Map<string, number>()
  for (const location of all) counts.set(spelled(location), (counts.get(spelled(location)) ?? 0) + 1)
  const named = [...counts].slice(0, MAX_NAMED)
  const rest = counts.size - named.length
  const texts = named.map(([text, count]) => (count === 1 ? text : `${text} (${count} of them)`))
  return [...texts, ...(rest > 0 ? [`${rest} more places`] : [])].join('; ')
}

/** A returned local variable is a bit of the result, which keeps only its last outcome. */
export function overwrittenNotes({ at, bits }: OverwrittenOutcomes): string[] {
  if (at.length === 0) return []
  const shown =
    bits.length === 1 ? `classical bit ${bits[0]}` : `classical bits ${Math.min(...bits)} to ${Math.max(...bits)}`
  const [what, measured] =
    at.length === 1
      ? ['One outcome is not in the results: a later one of a local variable is written over it', 'It is measured']
      : [
          `${at.length} outcomes are not in the results: later ones of local variables are written over them`,
          'They are measured',
        ]
  return [
    `${what} in ${shown}. ${measured} at ${locationsOf(at)}. To keep all, measure into registers at the top of the program.`,
  ]
}

export function aliasNotes(first: Names['shadowed']): string[] {
  if (first === null) return []
  return [
    `The alias ${first.name} in a block (${spelled(first)}) ends with its block; the ${first.name} outside stays what it was.`,
  ]
}

/** In OpenQASM 2 the sign is the power; a program without a version is read as OpenQASM 3. */
export function xorNotes(first: ProgramState['xorOfNumbers']): string[] {
  if (first === null) return []
  return [
    `At ${spelled(first)} the sign ^ is the exclusive or of two numbers, because a text without a version is read as OpenQASM 3. For the power write ** there, or begin the text with OPENQASM 2.0;`,
  ]
}

export function signNotes(first: ProgramState['readUnsigned']): string[] {
  if (first === null) return []
  const { width, number } = first
  const type = `int[${width}]`
  return [
    `At ${spelled(first)} a number of type ${type}, which ends at ${2n ** BigInt(width - 1) - 1n}, is compared with ${number}: it is read as uint[${width}] there, as published programs mean it; strictly they are never equal.`,
  ]
}

export function localNotes(declared: number, locals: number): string[] {
  if (locals === 0) return []
  const [bits, they] =
    locals === 1
      ? [`bit ${declared} holds`, 'it is']
      : [`bits ${declared} to ${declared + locals - 1} hold`, 'they are']
  return [
    `Classical ${bits} outcomes of local variables; ${they} not in the results. To have them there, measure into registers at the top of the program.`,
  ]
}

export const scratchNotes = (qubits: number, scratch: number): string[] =>
  scratch === 0
    ? []
    : [
        `Qubit ${qubits} is added: the program sets classical bits other than by measuring, and this qubit carries their values.`,
      ]

export function timingNotes({ count, first }: ProgramState['leftOut']): string[] {
  if (first === null) return []
  const where = `${count === 1 ? '' : 'the first '}at line ${first.line}, column ${first.column}`
  return [
    `${count === 1 ? 'A duration is' : `${count} durations are`} left out (${where}): circuits carry no times, so a delay is nothing, under calibrated noise too.`,
  ]
}

export function phaseNotes(first: SourceLocation | null): string[] {
  if (first === null) return []
  return [
    `U under a control (first at line ${first.line}, column ${first.column}) has cos(θ/2) in its upper left corner; where it is to have the further phase e^(iθ/2) of later editions of OpenQASM 3, put p(θ/2) on the control.`,
  ]
}
