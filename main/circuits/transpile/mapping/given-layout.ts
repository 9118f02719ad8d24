/** A layout that the caller gives: by `initial_layout`, or by qubits that are the device's own. */
import type { RoutingChoice } from '../../../contract/jobs/submit'
import { AppError, type Fault } from '../../../contract/model/errors'
import { SYNC } from '../../model/unroll'
import type { CouplingGraph } from '../model/coupling-graph'
import type { CzOp, Op, SourceCircuit } from '../model/operations'

interface GivenOptions {
  readonly graph: CouplingGraph
  /** Device qubit of each qubit of the circuit; left out: its own. */
  readonly layout?: readonly number[] | undefined
  readonly routing: RoutingChoice
}

/** At most so many faults of a kind are listed. */
const MAX_SHOWN = 10

/**
 * The site of each of the circuit's `used` qubits; `ops` name a qubit by its index in `used`. Throws `invalid_request`
 * for device qubits that do not work and for gates on qubits without a coupling or, with SWAPs, in different regions.
 */
export function givenLayout(
  circuit: SourceCircuit,
  { ops, used }: { readonly ops: readonly Op[]; readonly used: readonly number[] },
  options: GivenOptions,
): Int32Array {
  const { graph, layout, routing } = options
  const physical = used.map(qubit => (layout ? layout[qubit]! : qubit))
  const siteOf = new Map(graph.qubits.map(({ qubit }, site) => [qubit, site]))
  const absent = used.filter((_, at) => !siteOf.has(physical[at]!))
  refuseAny(absent.map(qubit => absentFault(circuit, qubit, options)))
  const start = Int32Array.from(physical, qubit => siteOf.get(qubit)!)
  const reaches = routing === 'swaps' ? sameRegion(graph) : (a: number, b: number) => graph.cz(a, b) !== undefined
  const apart = ops.filter((op): op is CzOp => op.kind === 'cz' && !reaches(start[op.a]!, start[op.b]!))
  const first = new Map(apart.map(op => [op.from, op]))
  refuseAny([...first.values()].map(op => apartFault(circuit, [start[op.a]!, start[op.b]!], { op, ...options })))
  return start
}

function refuseAny(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  throw new AppError('invalid_request', faults[0]!.message, { faults: faults.slice(0, MAX_SHOWN) })
}

/**
 * Pointer to an instruction; to the whole list where a loop was unrolled, as indices then differ from those of the
 * submitted circuit.
 */
const pointerAt = ({ instructions }: SourceCircuit, index: number | undefined): string =>
  index === undefined || instructions.some(({ name }) => name === SYNC)
    ? '/circuit/instructions'
    : `/circuit/instructions/${index}`

function absentFault(circuit: SourceCircuit, qubit: number, { graph, layout }: GivenOptions): Fault {
  const device = layout ? layout[qubit]! : qubit
  const working = graph.qubits.map(each => each.qubit)
  const message = `qubit ${device} is none that works under calibration ${graph.target.calibration_id}; these do: ${listed(working)}`
  if (layout) return { pointer: `/options/initial_layout/${qubit}`, message }
  const index = circuit.instructions.findIndex(({ qubits }) => qubits.includes(qubit))
  return { pointer: pointerAt(circuit, index), message }
}

interface Apart extends GivenOptions {
  readonly op: CzOp
}

function apartFault(circuit: SourceCircuit, [a, b]: readonly [number, number], { op, graph, routing }: Apart): Fault {
  const physical = (site: number) => graph.qubits[site]!.qubit
  const name = op.from === undefined ? 'a gate' : circuit.instructions[op.from]!.name
  const [one, other] = [physical(a), physical(b)]
  const why =
    routing === 'swaps'
      ? `which no way through couplings connects under calibration ${graph.target.calibration_id}`
      : `which are not coupled under calibration ${graph.target.calibration_id}: ${one} is to ${listed(graph.neighbours[a]!.map(physical))}, ${other} to ${listed(graph.neighbours[b]!.map(physical))}`
  const remedy = routing === 'swaps' ? 'choose others' : 'choose others, or set options.routing to swaps'
  const message = `${name} comes to act on the device qubits ${one} and ${other}, ${why}; ${remedy}`
  return { pointer: pointerAt(circuit, op.from), message }
}

const SHOWN_QUBITS = 32

const listed = (qubits: readonly number[]): string => {
  if (qubits.length === 0) return 'none'
  const more = qubits.length > SHOWN_QUBITS ? ` and ${qubits.length - SHOWN_QUBITS} more` : ''
  return `${qubits.slice(0, SHOWN_QUBITS).join(', ')}${more}`
}

function sameRegion({ parts }: CouplingGraph): (a: number, b: number) => boolean {
  const partOf = new Map(parts.flatMap((part, index) => part.map(site => [site, index] as const)))
  return (a, b) => partOf.get(a) === partOf.get(b)
}
