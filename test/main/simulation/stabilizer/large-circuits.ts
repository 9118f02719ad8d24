import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { gate, measure, picker, randomGate, range, when } from './circuits'

/** Layers of gates on all qubits; after each, one qubit in 50 is measured and another reset. All are measured at the end. */
export function layered(qubits: number, depth: number, seed = 7): Circuit {
  const pick = picker(seed)
  const few = Math.floor(qubits / 50)
  const layer = (at: number) => [
    ...range(Math.floor(qubits / 2)).map(() => randomGate(pick, qubits)),
    ...range(few).map(i => measure(pick(qubits), qubits + at * few + i)),
    ...range(few).map(() => gate('reset', pick(qubits))),
  ]
  return { num_qubits: qubits, instructions: [...range(depth).flatMap(layer), ...range(qubits).map(q => measure(q))] }
}

interface Check {
  readonly kind: 'x' | 'z'
  /** The plaquette's data qubits: top left, top right, bottom left, bottom right; null beyond the edge. */
  readonly data: readonly (number | null)[]
}

/** The checks of the rotated surface code: X ones end at the top and bottom edges, Z ones at the left and right. */
function checks(distance: number): Check[] {
  const at = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < distance && column < distance ? row * distance + column : null
  return range((distance + 1) ** 2).flatMap((place): Check[] => {
    const [row, column] = [Math.floor(place / (distance + 1)), place % (distance + 1)]
    const kind = (row + column) % 2 === 0 ? 'x' : 'z'
    const [edgeRow, edgeColumn] = [row % distance === 0, column % distance === 0]
    if ((edgeRow && edgeColumn) || (edgeRow && kind === 'z') || (edgeColumn && kind === 'x')) return []
    return [{ kind, data: [at(row - 1, column - 1), at(row - 1, column), at(row, column - 1), at(row, column)] }]
  })
}

/** A memory experiment in Z: bit round × checks + check is that check's outcome, the data qubits come last. */
export function surfaceCode(distance: number, rounds: number): Circuit {
  const all = checks(distance)
  const data = distance ** 2
  const ancillas = all.map(({ kind }, i) => ({ kind, q: data + i }))
  const turns = ancillas.filter(({ kind }) => kind === 'x').map(({ q }) => gate('h', q))
  const meet = (step: number) =>
    all.flatMap(({ kind, data: around }, i) => {
      // X and Z checks sweep in orders that cross, so that neighbours commute.
      const other = around[kind === 'x' ? step : [0, 2, 1, 3][step]!]
      if (other === null || other === undefined) return []
      return kind === 'x' ? [gate('cx', data + i, other)] : [gate('cx', other, data + i)]
    })
  const round = (at: number): Instruction[] => [
    ...ancillas.map(({ q }) => gate('reset', q)),
    ...[...turns, ...range(4).flatMap(meet), ...turns],
    ...ancillas.map(({ q }, i) => measure(q, at * all.length + i)),
  ]
  const end = range(data).map(q => measure(q, rounds * all.length + q))
  return { num_qubits: data + all.length, instructions: [...range(rounds).flatMap(round), ...end] }
}

/** Random gates; `choices` of them, evenly spread, hang on bits that coins have just noted. */
export function feedForward(qubits: number, gates: number, choices: number, seed = 3): Circuit {
  const pick = picker(seed)
  const choose = (at: number) => [
    ...[gate('h', 0), measure(0, qubits + at)],
    when(qubits + at, 1, gate('h', 1 + pick(qubits - 1))),
    ...range(Math.floor(gates / choices)).map(() => randomGate(pick, qubits)),
  ]
  return {
    num_qubits: qubits,
    instructions: [...range(choices).flatMap(choose), ...range(qubits).map(q => measure(q))],
  }
}
