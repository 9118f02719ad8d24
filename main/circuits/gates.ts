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
} from '../contract/gates/matrices'

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
}

const fixed = (qubits: number, meaning: string, matrix: Matrix, inverse: string): GateShape => ({
  ...{ qubits, clbits: 0, params: 0, meaning },
  matrix: () => matrix,
  inverse: () => ({ name: inverse, params: [] }),
})

const turn = (name: string, qubits: number, meaning: string, matrix: (angle: number) => Matrix): GateShape => ({
  ...{ qubits, clbits: 0, params: 1, meaning },
  matrix: params => matrix(params[0]!),
  inverse: params => ({ name, params: [-params[0]!] }),
})

const act = (qubits: number | null, clbits: number, meaning: string): GateShape => ({
  ...{ qubits, clbits, params: 0, meaning },
})

/** Every operation. Matrices and their phases are those of OpenQASM's stdgates.inc (see matrices.ts); controls come first. */
export const GATES: Readonly<Record<string, GateShape>> = {
  h: fixed(1, 'Hadamard', hMatrix, 'h'),
  x: fixed(1, 'Pauli X', xMatrix, 'x'),
  y: fixed(1, 'Pauli Y', yMatrix, 'y'),
  z: fixed(1, 'Pauli Z', zMatrix, 'z'),
  s: fixed(1, 'square root of Z: diag(1, i)', sMatrix, 'sdg'),
  sdg: fixed(1, 'inverse of s', adjoint(sMatrix), 's'),
  t: fixed(1, 'fourth root of Z: diag(1, e^{iπ/4})', tMatrix, 'tdg'),
  tdg: fixed(1, 'inverse of t', adjoint(tMatrix), 't'),
  sx: fixed(1, 'square root of X: ½[[1+i, 1-i], [1-i, 1+i]]', sxMatrix, 'sxdg'),
  sxdg: fixed(1, 'inverse of sx', adjoint(sxMatrix), 'sx'),
  id: fixed(1, 'identity', idMatrix, 'id'),
  rx: turn('rx', 1, 'exp(-iθX/2)', rxMatrix),
  ry: turn('ry', 1, 'exp(-iθY/2)', ryMatrix),
  rz: turn('rz', 1, 'exp(-iλZ/2) = diag(e^{-iλ/2}, e^{iλ/2})', rzMatrix),
  p: turn('p', 1, 'diag(1, e^{iλ})', pMatrix),
  u: {
    ...{ qubits: 1, clbits: 0, params: 3 },
    meaning: '[[cos θ/2, -e^{iλ} sin θ/2], [e^{iφ} sin θ/2, e^{i(φ+λ)} cos θ/2]], params θ, φ, λ',
    matrix: params => uMatrix(params[0]!, params[1]!, params[2]!),
    inverse: params => ({ name: 'u', params: [-params[0]!, -params[2]!, -params[1]!] }),
  },
  cx: fixed(2, 'controlled X: control, target', controlled(xMatrix), 'cx'),
  cy: fixed(2, 'controlled Y: control, target', controlled(yMatrix), 'cy'),
  cz: fixed(2, 'controlled Z', controlled(zMatrix), 'cz'),
  ch: fixed(2, 'controlled Hadamard: control, target', controlled(hMatrix), 'ch'),
  cp: turn('cp', 2, 'controlled p: diag(1, 1, 1, e^{iλ})', angle => controlled(pMatrix(angle))),
  crx: turn('crx', 2, 'controlled rx: control, target', angle => controlled(rxMatrix(angle))),
  cry: turn('cry', 2, 'controlled ry: control, target', angle => controlled(ryMatrix(angle))),
  crz: turn('crz', 2, 'controlled rz: control, target', angle => controlled(rzMatrix(angle))),
  swap: fixed(2, 'exchange of two qubits', swapMatrix, 'swap'),
  iswap: {
    ...{ qubits: 2, clbits: 0, params: 0 },
    meaning: 'exchange with a factor i on |01⟩ and |10⟩',
    matrix: () => iswapMatrix,
  },
  ccx: fixed(3, 'Toffoli: control, control, target', controlled(controlled(xMatrix)), 'ccx'),
  cswap: fixed(3, 'Fredkin: control, exchanged, exchanged', controlled(swapMatrix), 'cswap'),
  measure: act(1, 1, 'measurement in the Z basis into one classical bit'),
  reset: act(1, 0, 'return to |0⟩, whatever the state'),
  barrier: act(null, 0, 'keeps what stands before it before what stands after; no effect on the state'),
}

/** Names outside the table must not resolve through the prototype (`constructor`, `__proto__`). */
export const gateNamed = (name: string): GateShape | null => (Object.hasOwn(GATES, name) ? GATES[name]! : null)
