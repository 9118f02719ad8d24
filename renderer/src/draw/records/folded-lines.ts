/** Programs of a device run in order, short enough for paper: a line for each kind of circuit, with the differences by name. */
import { STATE_TEXT } from '../../../../main/contract/model/protocols'
import { sum } from '../../../../main/contract/numbers/arithmetic'
import type { PlayedProgram, UsedSequencer } from '../../../../main/contract/runs/machine'
import type { MeasuredRecord } from '../../../../main/contract/runs/record'
import { count, countWithNoun, nanoseconds } from '../format/quantity'
import { assignmentLine, lostText, programLine, sequencerIdentityLines } from './instrument-lines'

/** Most lines for single programs. */
const NAMED = 8

/** As `sequencerLines`, with programs that differ only in state, rounds and shots on one line; those that lost shots or raised other flags follow. */
export function foldedSequencerLines(of: string | UsedSequencer): string[] {
  if (typeof of === 'string') return [of]
  const kinds = byKind(of.programs, ({ name }) => name.split(', state ')[0]!)
  const odd = kinds.flatMap(([, programs]) => oddOnes(programs))
  return [
    ...sequencerIdentityLines(of),
    ...kinds.map(([kind, programs]) => (programs.length === 1 ? programLine(programs[0]!) : kindLine(kind, programs))),
    ...odd.slice(0, NAMED).map(programLine),
    ...(odd.length > NAMED ? [`${count(odd.length - NAMED)} more that lost shots or raised other flags`] : []),
    'The JSON of the record lists each program.',
  ]
}

/** The items of each kind, in the order in which the kinds first appear. */
const byKind = <Each>(all: readonly Each[], kindOf: (each: Each) => string): (readonly [string, readonly Each[]])[] =>
  [...new Set(all.map(kindOf))].map(kind => [kind, all.filter(each => kindOf(each) === kind)] as const)

const flagsOf = ({ batches }: PlayedProgram) => [...new Set(batches.flatMap(({ flags }) => flags))].sort().join(', ')

/** Programs that lost shots, or raised other flags than the first program without lost shots. */
function oddOnes(programs: readonly PlayedProgram[]): PlayedProgram[] {
  if (programs.length === 1) return []
  const lostSome = ({ lost }: PlayedProgram) => lost.invalid + lost.feedback_mismatch > 0
  const usual = programs.find(each => !lostSome(each))
  return programs.filter(each => lostSome(each) || (usual !== undefined && flagsOf(each) !== flagsOf(usual)))
}

function kindLine(kind: string, programs: readonly PlayedProgram[]): string {
  const total = (of: (each: PlayedProgram) => number) => sum(programs.map(of))
  const lost = {
    invalid: total(each => each.lost.invalid),
    feedback_mismatch: total(each => each.lost.feedback_mismatch),
  }
  const flags = [...new Set(programs.map(flagsOf))].filter(Boolean)
  return [
    `${kind}: ${countWithNoun(programs.length, 'program')} of ${range(
      programs.map(({ bytes }) => bytes),
      count,
    )} B`,
    `${count(total(({ shots }) => shots))} shots in ${count(total(({ batches }) => batches.length))} batches`,
    `lost ${lostText(lost)}`,
    ...timedTexts(programs),
    ...(flags.length > 0 ? [`flags ${flags.join(' or ')}`] : []),
  ].join('; ')
}

function timedTexts(programs: readonly PlayedProgram[]): string[] {
  const timings = programs.flatMap(({ timing }) => (timing ? [timing] : []))
  if (timings.length === 0) return []
  const sources = [...new Set(timings.map(({ source }) => source))].join(' or ')
  const lengths = range(
    timings.map(({ value_ns }) => value_ns),
    nanoseconds,
  )
  return [`round ${lengths} (${sources}, n = ${count(sum(timings.map(({ n }) => n)))})`]
}

/** `17.26 µs`, or `17.26 µs to 17.30 µs` where they differ as written. */
function range(values: readonly number[], write: (value: number) => string): string {
  const [low, high] = [write(Math.min(...values)), write(Math.max(...values))]
  return low === high ? low : `${low} to ${high}`
}

/** A line for each kind of circuit. */
export function foldedOrderLines(order: MeasuredRecord['order']): string[] {
  const lines = byKind(order, ({ kind }) => kind).map(([kind, circuits]) => {
    const states = [...new Set(circuits.map(({ state }) => `|${STATE_TEXT[state]}⟩`))].join(', ')
    const rounds = [...new Set(circuits.map(each => each.rounds))].sort((a, b) => a - b).join(', ')
    const shots = countWithNoun(sum(circuits.map(each => each.shots)), 'shot')
    return `${kind}: ${countWithNoun(circuits.length, 'circuit')}, ${shots}; states ${states}; R = ${rounds}`
  })
  return [...lines, `The sequence of all ${count(order.length)} is in the JSON of the record.`]
}

type AssignmentRecord = Pick<
  MeasuredRecord,
  'assignment' | 'data_qubits' | 'syndrome_ancilla' | 'flag_qubit' | 'routing_qubits'
>

/** The qubits of the module and those beyond 5 σ by themselves, the others as a number. */
export function foldedAssignmentLines(record: AssignmentRecord): string[] {
  const { assignment, data_qubits, syndrome_ancilla, flag_qubit, routing_qubits } = record
  const used = new Set([...Object.values(data_qubits), syndrome_ancilla, flag_qubit, ...routing_qubits])
  const shown = assignment.filter(({ qubit, mismatch }) => mismatch || used.has(qubit))
  const others = assignment.length - shown.length
  return [
    ...shown.map(assignmentLine),
    ...(others === 0
      ? []
      : [`${countWithNoun(others, 'other qubit')} within 5 σ of the expectation; the JSON of the record lists each.`]),
  ]
}
