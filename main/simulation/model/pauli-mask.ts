/** A Pauli on the qubits of a state: X where bit q of `x` is 1, Z where bit q of `z` is, Y where both are. */
export interface PauliMask {
  readonly x: number
  readonly z: number
}
