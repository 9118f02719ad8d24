/** The two-qubit figures of Braket's standardized properties. */
import { z } from 'zod'
import { gatherFaults } from '../files/fault-list'
import { invalidFile, quote, under } from '../files/invalid-file'
import { read } from '../files/json'
import type { DraftEdge } from '../snapshot/draft'

const GateFigure = z.object({
  gateName: z.string().min(1).max(32),
  fidelity: z.number(),
  standardError: z.number().nullish(),
  fidelityType: z.object({ name: z.string() }),
  direction: z.object({ control: z.int(), target: z.int() }).nullish(),
})
type GateFigure = z.infer<typeof GateFigure>
const TwoQubits = z.object({ twoQubitGateFidelity: z.array(GateFigure).max(100) })

/** Preferred first: isolated benchmarking, as for one qubit. */
const PAIR = ['INTERLEAVED_RANDOMIZED_BENCHMARKING', 'SIMULTANEOUS_INTERLEAVED_RANDOMIZED_BENCHMARKING']

/** One record per pair and gate, and the pairs that are listed without any. Throws `invalid_file`. */
export function readPairs(
  pairs: Readonly<Record<string, unknown>>,
  file: string,
): { edges: DraftEdge[]; left_out: string[] } {
  const faults = gatherFaults()
  const listed = faults.each(Object.entries(pairs), ([pair, value]) => {
    const { twoQubitGateFidelity } = read(TwoQubits, value, { file, pointer: under(PAIRS, pair) })
    return { pair, edges: draftPair(pair, twoQubitGateFidelity, file), empty: twoQubitGateFidelity.length === 0 }
  })
  faults.refuse()
  return {
    edges: listed.flatMap(({ edges }) => edges),
    left_out: listed.filter(({ empty }) => empty).map(({ pair }) => pair),
  }
}

const PAIRS = '/standardized/twoQubitProperties'

/** One record per gate. A whole random Clifford is not a gate a circuit can call. */
function draftPair(pair: string, figures: readonly GateFigure[], file: string): DraftEdge[] {
  const ends = /^(\d+)-(\d+)$/.exec(pair)
  if (ends === null)
    throw invalidFile(file, { pointer: under(PAIRS, pair) }, `${quote(pair)} is not a pair of qubits such as 0-1.`)
  const gates = [...new Set(figures.map(figure => figure.gateName.toLowerCase()))].filter(
    gate => !gate.includes('clifford'),
  )
  return gates.map(gate => {
    const figure = preferred(figures.filter(({ gateName }) => gateName.toLowerCase() === gate))
    const a = figure.direction ? String(figure.direction.control) : ends[1]!
    const b = figure.direction ? String(figure.direction.target) : ends[2]!
    return {
      a,
      b,
      gate,
      fidelity: figure.fidelity,
      standard_error: figure.standardError ?? null,
      duration_ns: null,
      out_of_service: null,
      position: { pointer: under(PAIRS, pair) },
    }
  })
}

function preferred(figures: readonly GateFigure[]): GateFigure {
  const named = PAIR.map(name => figures.find(({ fidelityType }) => fidelityType.name === name))
  return named.find(figure => figure !== undefined) ?? figures[0]!
}
