/** Pentad's own calibration format. Strict: an unknown or misspelt field is refused, since it would silently be no figure. */
import { z } from 'zod'
import { CalibrationEdge, CalibrationQubit, CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { Name } from '../../contract/model/primitives'
import { type FaultList, gatherFaults } from '../files/fault-list'
import { invalidFile, quote, under } from '../files/invalid-file'
import type { FilePointer, JsonFile } from '../files/json'
import { read } from '../files/json'
import { withIdentity } from '../snapshot/identity'
import { LENGTHS, TIMES } from '../snapshot/sentinel-values'

const Whole = CalibrationSnapshot.extend({
  /** Derived from the figures, so a hand-written file may leave it out. */
  calibration_id: Name.optional(),
  qubits: z.array(z.unknown()).min(1).max(10_000),
  edges: z.array(z.unknown()).max(100_000),
})

export const isPentad = (value: object): boolean => 'format' in value && value.format === 'pentad-calibration/1'

/** The snapshot of a file in our own format, with its id computed again. Throws `invalid_file` with all of its faults. */
export function readPentad(file: JsonFile): CalibrationSnapshot {
  const faults = gatherFaults()
  const whole = faults.attempt(() => read(Whole, file.value, { file: file.name }), null)
  const listed = { qubits: listIn(file.value, 'qubits', 10_000), edges: listIn(file.value, 'edges', 100_000) }
  const qubits = placed(CalibrationQubit, listed.qubits, { faults, file: file.name, pointer: '/qubits' })
  const edges = placed(CalibrationEdge, listed.edges, { faults, file: file.name, pointer: '/edges' })
  checkQubits(qubits, file.name, faults)
  checkEdges(edges, indicesOf(listed.qubits), { file: file.name, faults })
  faults.refuse()
  const { calibration_id: _, ...rest } = whole!
  return withIdentity({ ...rest, qubits: qubits.map(({ part }) => part), edges: edges.map(({ part }) => part) })
}

/** A part with its pointer in the file. */
interface LocatedPart<T> {
  readonly part: T
  readonly pointer: string
}

interface PartLocation {
  readonly faults: FaultList
  readonly file: string
  readonly pointer: string
}

/** Parts that fit their schema; the others become faults. */
const placed = <S extends z.ZodType>(
  schema: S,
  list: readonly unknown[],
  { faults, file, pointer }: PartLocation,
): LocatedPart<z.output<S>>[] =>
  faults.each(list, (value, at) => ({
    part: read(schema, value, { file, pointer: under(pointer, at) }),
    pointer: under(pointer, at),
  }))

/** The list of that name in the file; empty where it is no list or too long, which the schema of the whole file reports. */
function listIn(value: unknown, name: string, most: number): readonly unknown[] {
  const list = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null
  return Array.isArray(list) && list.length <= most ? list : []
}

/** Includes the indices of faulty qubits, so that their edges are not reported as well. */
const indicesOf = (qubits: readonly unknown[]): ReadonlySet<unknown> =>
  new Set(qubits.map(qubit => (typeof qubit === 'object' && qubit !== null && 'index' in qubit ? qubit.index : null)))

/** Largest time that is read: an ideal part may state a very long one, but sums of figures must stay finite. */
const LONGEST = 1e100

function checkTime(value: number | null, { file, pointer }: FilePointer): void {
  if (value !== null && value > LONGEST)
    throw invalidFile(file, { pointer }, `${value} is more than ${LONGEST}, which will do for any time.`)
}

function checkQubits(qubits: readonly LocatedPart<CalibrationQubit>[], file: string, faults: FaultList): void {
  const indices = new Set<number>()
  const labels = new Set<string>()
  for (const { part, pointer } of qubits) {
    const at = (field: string): FilePointer => ({ file, pointer: under(pointer, field) })
    faults.each([...TIMES, ...LENGTHS], name => checkTime(part[name], at(name)))
    faults.attempt(() => checkLabel(part.label, pointer, file), null)
    faults.attempt(() => refuseTaken(indices, part.index, { what: `index ${part.index}`, ...at('index') }), null)
    faults.attempt(() => refuseTaken(labels, part.label, { what: `label ${quote(part.label)}`, ...at('label') }), null)
  }
}

/** Refuses characters that cannot be printed: line breaks and marks of text direction could forge messages and lists. */
function checkLabel(label: string, pointer: string, file: string): void {
  if (/\p{C}/u.test(label))
    throw invalidFile(
      file,
      { pointer: under(pointer, 'label') },
      `${quote(label)} holds characters that cannot be printed. Use letters, digits and marks.`,
    )
}

function refuseTaken<T>(
  seen: Set<T>,
  value: T,
  { what, file, pointer }: FilePointer & { readonly what: string },
): void {
  if (seen.has(value)) throw invalidFile(file, { pointer }, `${what} is taken by an earlier qubit.`)
  seen.add(value)
}

function checkEdges(
  edges: readonly LocatedPart<CalibrationEdge>[],
  indices: ReadonlySet<unknown>,
  { file, faults }: Omit<PartLocation, 'pointer'>,
): void {
  const seen = new Set<string>()
  for (const { part, pointer } of edges) {
    const { a, b, gate, duration_ns } = part
    const refuse = (at: string, message: string) => {
      throw invalidFile(file, { pointer: at }, message)
    }
    const key = `${a} ${b} ${gate}`
    faults.attempt(() => checkTime(duration_ns, { file, pointer: under(pointer, 'duration_ns') }), null)
    faults.attempt(() => {
      // Every reader of gates goes by small letters: a "CZ" would be a gate that no schedule uses.
      if (gate !== gate.toLowerCase())
        refuse(under(pointer, 'gate'), `write ${quote(gate.toLowerCase())}, not ${quote(gate)}.`)
    }, null)
    faults.attempt(() => {
      const unknown = [a, b].find(index => !indices.has(index))
      if (unknown !== undefined) refuse(pointer, `qubit ${unknown} is not among the qubits.`)
      if (a === b) refuse(pointer, `it joins qubit ${a} to itself.`)
      if (seen.has(key)) refuse(pointer, `${gate} on ${a}-${b} is listed twice.`)
    }, null)
    seen.add(key)
  }
}
