/** Gates on several qubits as one-qubit gates and CZ, by way of simpler ones. Every list is exact up to a global phase. */

/** A gate, the qubits that it acts on (as positions in the instruction's list of qubits), and its parameters. */
export type GateStep = readonly [name: string, on: readonly number[], ...params: number[]]

/** Gates before a measurement in the Z basis that make it measure the given Pauli. */
export const TO_Z_BASIS = { X: ['h'], Y: ['sdg', 'h'], Z: [] } as const

const { PI } = Math

/** Whether `angle` is an odd or an even multiple of π. */
const piMultiple = (angle: number): 'odd' | 'even' | null => {
  const turns = angle / PI
  if (Math.abs(turns - Math.round(turns)) > 1e-12) return null
  return Math.round(turns) % 2 === 0 ? 'even' : 'odd'
}

/**
 * Rotations by odd multiples of π take one controlled Pauli and a phase, by multiples of 2π the phase alone; `general` turns
 * these special cases off.
 */
export const controlledRotation =
  (axis: 'x' | 'y' | 'z') =>
  ([angle]: readonly number[], general = false): GateStep[] => {
    const multiple = general ? null : piMultiple(angle!)
    const phase: GateStep = ['p', [0], -angle! / 2]
    if (multiple === 'even') return [phase]
    if (multiple === 'odd') return [phase, [`c${axis}`, [0, 1]]]
    const between = axis === 'z' ? 'cx' : 'cz'
    return [
      [`r${axis}`, [1], angle! / 2],
      [between, [0, 1]],
      [`r${axis}`, [1], -angle! / 2],
      [between, [0, 1]],
    ]
  }

export const controlledPhase = ([angle]: readonly number[], general = false): GateStep[] => {
  const multiple = general ? null : piMultiple(angle!)
  if (multiple !== null) return multiple === 'even' ? [] : [['cz', [0, 1]]]
  return [
    ['p', [0], angle! / 2],
    ['crz', [0, 1], angle!],
  ]
}

export const CX: readonly GateStep[] = [
  ['h', [1]],
  ['cz', [0, 1]],
  ['h', [1]],
]

export const CY: readonly GateStep[] = [
  ['sdg', [1]],
  ['cx', [0, 1]],
  ['s', [1]],
]

export const CH: readonly GateStep[] = [
  ['ry', [1], -PI / 4],
  ['cz', [0, 1]],
  ['ry', [1], PI / 4],
]

export const SWAP: readonly GateStep[] = [
  ['cx', [0, 1]],
  ['cx', [1, 0]],
  ['cx', [0, 1]],
]

export const ISWAP: readonly GateStep[] = [
  ['s', [0]],
  ['s', [1]],
  ['h', [0]],
  ['cx', [0, 1]],
  ['cx', [1, 0]],
  ['h', [1]],
]

/** Nielsen and Chuang, figure 4.9. */
export const CCX: readonly GateStep[] = [
  ['h', [2]],
  ['cx', [1, 2]],
  ['tdg', [2]],
  ['cx', [0, 2]],
  ['t', [2]],
  ['cx', [1, 2]],
  ['tdg', [2]],
  ['cx', [0, 2]],
  ['t', [1]],
  ['t', [2]],
  ['h', [2]],
  ['cx', [0, 1]],
  ['t', [0]],
  ['tdg', [1]],
  ['cx', [0, 1]],
]

export const CSWAP: readonly GateStep[] = [
  ['cx', [2, 1]],
  ['ccx', [0, 1, 2]],
  ['cx', [2, 1]],
]
