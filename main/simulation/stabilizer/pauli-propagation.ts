/**
 * Exact expectation values in Clifford circuits with Pauli noise by Pauli propagation in the Heisenberg picture: D. Gottesman, "The
 * Heisenberg representation of quantum computers" (1998), arXiv:quant-ph/9807006.
 */
import type { PauliLetter } from '../../circuits/observables/pauli'
import { AppError } from '../../contract/model/errors'
import type { StabilizerOp } from '../model/stabilizer'

/** A Pauli while it is propagated backwards: X where x is 1, Z where z is, Y where both are. */
class Carried {
  private readonly x: Uint8Array
  private readonly z: Uint8Array
  /** Factor of the Pauli; 0 ends its propagation. */
  factor = 1

  constructor(qubits: number, pauli: ReadonlyMap<number, PauliLetter>) {
    this.x = new Uint8Array(qubits)
    this.z = new Uint8Array(qubits)
    for (const [qubit, letter] of pauli) {
      if (letter !== 'Z') this.x[qubit] = 1
      if (letter !== 'X') this.z[qubit] = 1
    }
  }

  /** U† P U. */
  before(op: StabilizerOp): void {
    const { x, z } = this
    switch (op.op) {
      case 'h':
        if (x[op.q]! & z[op.q]!) this.factor *= -1
        ;[x[op.q], z[op.q]] = [z[op.q]!, x[op.q]!]
        break
      case 's':
        // S† X S = -Y, S† Y S = X.
        if (x[op.q]! & (z[op.q]! ^ 1)) this.factor *= -1
        z[op.q]! ^= x[op.q]!
        break
      case 'x':
        if (z[op.q]) this.factor *= -1
        break
      case 'z':
        if (x[op.q]) this.factor *= -1
        break
      case 'cx':
        this.cx(op.a, op.b)
        break
      case 'cz':
        if (x[op.a]! & x[op.b]! & (z[op.a]! ^ z[op.b]!)) this.factor *= -1
        z[op.a]! ^= x[op.b]!
        z[op.b]! ^= x[op.a]!
        break
      case 'swap':
        ;[x[op.a], x[op.b]] = [x[op.b]!, x[op.a]!]
        ;[z[op.a], z[op.b]] = [z[op.b]!, z[op.a]!]
        break
      default:
        this.throughChannel(op)
    }
  }

  /** In |0...0>. */
  value(): number {
    return this.x.includes(1) ? 0 : this.factor
  }

  private cx(a: number, b: number): void {
    const { x, z } = this
    if (x[a]! & z[b]! & (x[b]! ^ z[a]! ^ 1)) this.factor *= -1
    x[b]! ^= x[a]!
    z[a]! ^= z[b]!
  }

  /** Applies the adjoint of a channel. */
  private throughChannel(op: StabilizerOp): void {
    const { x, z } = this
    switch (op.op) {
      case 'measure':
        // An unread measurement dephases the qubit.
        if (x[op.q]) this.factor = 0
        break
      case 'reset':
        if (x[op.q]) this.factor = 0
        z[op.q] = 0
        break
      case 'pauli1':
        this.factor *= 1 - 2 * ((z[op.q]! ? op.px : 0) + (x[op.q]! ^ z[op.q]! ? op.py : 0) + (x[op.q]! ? op.pz : 0))
        break
      case 'pauli2':
        // 8 of the 15 anticommute with any Pauli other than the identity.
        if (x[op.a]! | z[op.a]! | x[op.b]! | z[op.b]!) this.factor *= 1 - (16 * op.p) / 15
    }
  }
}

/**
 * The expectation value of each Pauli (by the qubits of the ops) after the ops, from |0...0>: each Pauli is propagated backwards
 * through the circuit, exact for any number of qubits. A measurement inside dephases its qubit; recorded bits are not read.
 * AppError `invalid_request` where an op has a condition. Cost: Paulis × ops.
 */
export function propagatedValues(
  ops: readonly StabilizerOp[],
  paulis: readonly ReadonlyMap<number, PauliLetter>[],
  checkpoint: () => void = () => undefined,
): Float64Array {
  if (ops.some(({ condition }) => condition !== undefined))
    throw new AppError('invalid_request', 'Exact values of circuits with conditions are not calculated')
  const used = [
    ...ops.flatMap(op => ('q' in op ? [op.q] : [op.a, op.b])),
    ...paulis.flatMap(pauli => [...pauli.keys()]),
  ]
  const qubits = 1 + used.reduce((most, qubit) => Math.max(most, qubit), 0)
  return Float64Array.from(paulis, pauli => {
    const carried = new Carried(qubits, pauli)
    for (let at = ops.length - 1; at >= 0 && carried.factor !== 0; at--) {
      checkpoint()
      carried.before(ops[at]!)
    }
    return carried.value()
  })
}
