/** Pentad's own calibration format. Strict: an unknown or misspelt field is refused, since it would silently be no figure. */
import { z } from 'zod'
import { CalibrationEdge, CalibrationQubit, CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { Name } from '../../contract/model/primitives'
import { invalidFile, quote, under } from '../files/invalid-file'
import type { JsonFile } from '../files/json'
import { read, readEach } from '../files/json'
import { withIdentity } from '../snapshot/identity'
import { LENGTHS, TIMES } from '../snapshot/sentinel-values'

const Whole = CalibrationSnapshot.extend({
  /** Derived from the figures, so a hand-written file may leave it out. */
  calibration_id: Name.optional(),
  qubits: z.array(z.unknown()).min(1).max(10_000),
  edges: z.array(z.unknown()).max(100_000),
})

export const isPentad = (value: object): boolean => 'format' in value && value.format === 'pentad-calibration/1'

/** The snapshot of a file in our own format, with its id worked out anew. Throws `invalid_file`. */
export function readPentad(file: JsonFile): CalibrationSnapshot {
  const whole = read(Whole, file.value, file.name)
  const { calibration_id: _, ...rest } = whole
  const qubits = readEach(CalibrationQubit, whole.qubits, file.name, '/qubits')
  const edges = readEach(CalibrationEdge, whole.edges, file.name, '/edges')
  refuseEndless(qubits, edges, file.name)
  refuseCapitals(edges, file.name)
  refuseUnprintable(qubits, file.name)
  refuseDoubles(qubits, file.name)
  refuseLooseEdges(edges, new Set(qubits.map(qubit => qubit.index)), file.name)
  return withIdentity({ ...rest, qubits, edges })
}

/** An ideal part may hold for ever; but sums of figures have to stay numbers. */
const LONGEST = 1e100

function refuseEndless(qubits: readonly CalibrationQubit[], edges: readonly CalibrationEdge[], file: string): void {
  const refuse = (pointer: string, name: string, value: number | null) => {
    if (value !== null && value > LONGEST)
      throw invalidFile(
        file,
        { pointer: under(pointer, name) },
        `${value} is more than ${LONGEST}, which will do for any time.`,
      )
  }
  for (const [at, qubit] of qubits.entries())
    for (const name of [...TIMES, ...LENGTHS]) refuse(under('/qubits', at), name, qubit[name])
  for (const [at, { duration_ns }] of edges.entries()) refuse(under('/edges', at), 'duration_ns', duration_ns)
}

/** Every reader of gates goes by small letters: a "CZ" would be a gate that no schedule uses. */
function refuseCapitals(edges: readonly CalibrationEdge[], file: string): void {
  for (const [at, { gate }] of edges.entries())
    if (gate !== gate.toLowerCase())
      throw invalidFile(
        file,
        { pointer: `${under('/edges', at)}/gate` },
        `write ${quote(gate.toLowerCase())}, not ${quote(gate)}.`,
      )
}

/** A line break or a mark that turns the writing round would forge messages and lists. */
function refuseUnprintable(qubits: readonly CalibrationQubit[], file: string): void {
  const at = qubits.findIndex(({ label }) => /\p{C}/u.test(label))
  if (at >= 0)
    throw invalidFile(
      file,
      { pointer: `${under('/qubits', at)}/label` },
      `${quote(qubits[at]!.label)} holds characters that cannot be printed. Use letters, digits and marks.`,
    )
}

function refuseDoubles(qubits: readonly CalibrationQubit[], file: string): void {
  const indices = new Set<number>()
  const labels = new Set<string>()
  for (const [at, qubit] of qubits.entries()) {
    if (indices.has(qubit.index))
      throw invalidFile(
        file,
        { pointer: `${under('/qubits', at)}/index` },
        `index ${qubit.index} is taken by an earlier qubit.`,
      )
    if (labels.has(qubit.label))
      throw invalidFile(
        file,
        { pointer: `${under('/qubits', at)}/label` },
        `label ${JSON.stringify(qubit.label)} is taken by an earlier qubit.`,
      )
    indices.add(qubit.index)
    labels.add(qubit.label)
  }
}

function refuseLooseEdges(edges: readonly CalibrationEdge[], indices: ReadonlySet<number>, file: string): void {
  const seen = new Set<string>()
  for (const [at, edge] of edges.entries()) {
    const pointer = under('/edges', at)
    const unknown = [edge.a, edge.b].find(index => !indices.has(index))
    if (unknown !== undefined) throw invalidFile(file, { pointer }, `qubit ${unknown} is not among the qubits.`)
    if (edge.a === edge.b) throw invalidFile(file, { pointer }, `it joins qubit ${edge.a} to itself.`)
    const key = `${edge.a} ${edge.b} ${edge.gate}`
    if (seen.has(key)) throw invalidFile(file, { pointer }, `${edge.gate} on ${edge.a}-${edge.b} is listed twice.`)
    seen.add(key)
  }
}
