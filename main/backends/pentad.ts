/** Pentad's own calibration format. Strict: an unknown or misspelt field is refused, since it would silently be no figure. */
import { z } from 'zod'
import { CalibrationEdge, CalibrationQubit, CalibrationSnapshot } from '../contract/calibration'
import { Name } from '../contract/primitives'
import { invalidFile, under } from './faults'
import type { JsonFile } from './ibm'
import { withIdentity } from './identity'
import { read, readEach } from './json'

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
  refuseDoubles(qubits, file.name)
  refuseLooseEdges(edges, new Set(qubits.map(qubit => qubit.index)), file.name)
  return withIdentity({ ...rest, qubits, edges })
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
