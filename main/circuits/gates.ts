import {
  adjoint,
  controlled,
  hMatrix,
  idMatrix,
  iswapMatrix,
  type Matrix,
  pMatrix,
  rxMatrix,
  ryMatrix,
  rzMatrix,
  sMatrix,
  swapMatrix,
  sxMatrix,
  tMatrix,
  uMatrix,
  xMatrix,
  yMatrix,
  zMatrix,
} from './matrices'

/**
 * One operation that a circuit may name.
 * `qubits` null: any number from one up. `matrix` is absent for what is no unitary (and for barrier).
 */
export interface GateShape {
  readonly qubits: number | null
  readonly clbits: number
  readonly params: number
  readonly meaning: string
  /** Row-major; the first qubit of the list is the most significant bit of the index. */
  readonly matrix?: (params: readonly number[]) => Matrix
  /** The instruction that undoes it; absent where the table holds none (iswap) and for what is no unitary. */
  readonly inverse?: (params: readonly number[]) => { readonly name: string; readonly params: readonly number[] }
  /** 'always', 'never', or the angle step (radians) all of whose multiples make it a Clifford gate. */
  readonly clifford: 'always' | 'never' | number
}

type Clifford = GateShape['clifford']
const QUARTER = Math.PI / 2

const fixed = (qubits: number, meaning: string, matrix: Matrix, inverse: string, clifford: Clifford): GateShape => ({
  ...{ qubits, clbits: 0, params: 0, meaning, clifford },
  matrix: () => matrix,
  inverse: () => ({ name: inverse, params: [] }),
})

const turn = (
  name: string,
  qubits: number,
  meaning: string,
  matrix: (angle: number) => Matrix,
  clifford: Clifford,
): GateShape => ({
  ...{ qubits, clbits: 0, params: 1, meaning, clifford },
  matrix: params => matrix(params[0]!),
  inverse: params => ({ name, params: [-params[0]!] }),
})

const act = (qubits: number | null, clbits: number, meaning: string): GateShape => ({
  ...{ qubits, clbits, params: 0, meaning, clifford: 'always' },
})

/** Every operation. Matrices and their phases are those of OpenQASM's stdgates.inc (see matrices.ts); controls come first. */
export const GATES: Readonly<Record<string, GateShape>> = {
  h: fixed(1, 'Hadamard', hMatrix, 'h', 'always'),
  x: fixed(1, 'Pauli X', xMatrix, 'x', 'always'),
  y: fixed(1, 'Pauli Y', yMatrix, 'y', 'always'),
  z: fixed(1, 'Pauli Z', zMatrix, 'z', 'always'),
  s: fixed(1, 'square root of Z: diag(1, i)', sMatrix, 'sdg', 'always'),
  sdg: fixed(1, 'inverse of s', adjoint(sMatrix), 's', 'always'),
  t: fixed(1, 'fourth root of Z: diag(1, e^{iπ/4})', tMatrix, 'tdg', 'never'),
  tdg: fixed(1, 'inverse of t', adjoint(tMatrix), 't', 'never'),
  sx: fixed(1, 'square root of X: ½[[1+i, 1-i], [1-i, 1+i]]', sxMatrix, 'sxdg', 'always'),
  sxdg: fixed(1, 'inverse of sx', adjoint(sxMatrix), 'sx', 'always'),
  id: fixed(1, 'identity', idMatrix, 'id', 'always'),
  rx: turn('rx', 1, 'exp(-iθX/2)', rxMatrix, QUARTER),
  ry: turn('ry', 1, 'exp(-iθY/2)', ryMatrix, QUARTER),
  rz: turn('rz', 1, 'exp(-iλZ/2) = diag(e^{-iλ/2}, e^{iλ/2})', rzMatrix, QUARTER),
  p: turn('p', 1, 'diag(1, e^{iλ})', pMatrix, QUARTER),
  u: {
    ...{ qubits: 1, clbits: 0, params: 3, clifford: QUARTER },
    meaning: '[[cos θ/2, -e^{iλ} sin θ/2], [e^{iφ} sin θ/2, e^{i(φ+λ)} cos θ/2]], params θ, φ, λ',
    matrix: params => uMatrix(params[0]!, params[1]!, params[2]!),
    inverse: params => ({ name: 'u', params: [-params[0]!, -params[2]!, -params[1]!] }),
  },
  cx: fixed(2, 'controlled X: control, target', controlled(xMatrix), 'cx', 'always'),
  cy: fixed(2, 'controlled Y: control, target', controlled(yMatrix), 'cy', 'always'),
  cz: fixed(2, 'controlled Z', controlled(zMatrix), 'cz', 'always'),
  ch: fixed(2, 'controlled Hadamard: control, target', controlled(hMatrix), 'ch', 'never'),
  cp: turn('cp', 2, 'controlled p: diag(1, 1, 1, e^{iλ})', angle => controlled(pMatrix(angle)), Math.PI),
  crx: turn('crx', 2, 'controlled rx: control, target', angle => controlled(rxMatrix(angle)), Math.PI),
  cry: turn('cry', 2, 'controlled ry: control, target', angle => controlled(ryMatrix(angle)), Math.PI),
  crz: turn('crz', 2, 'controlled rz: control, target', angle => controlled(rzMatrix(angle)), Math.PI),
  swap: fixed(2, 'exchange of two qubits', swapMatrix, 'swap', 'always'),
  iswap: {
    ...{ qubits: 2, clbits: 0, params: 0, clifford: 'always' },
    meaning: 'exchange with a factor i on |01⟩ and |10⟩',
    matrix: () => iswapMatrix,
  },
  ccx: fixed(3, 'Toffoli: control, control, target', controlled(controlled(xMatrix)), 'ccx', 'never'),
  cswap: fixed(3, 'Fredkin: control, exchanged, exchanged', controlled(swapMatrix), 'cswap', 'never'),
  measure: act(1, 1, 'measurement in the Z basis into one classical bit'),
  reset: act(1, 0, 'return to |0⟩, whatever the state'),
  barrier: act(null, 0, 'keeps what stands before it before what stands after; no effect on the state'),
}

/** Names outside the table must not resolve through the prototype (`constructor`, `__proto__`). */
export const gateNamed = (name: string): GateShape | null => (Object.hasOwn(GATES, name) ? GATES[name]! : null)
