/** The operations a circuit may name, as a table that validation and engines loop over. */
export interface GateShape {
  readonly qubits: number
  readonly clbits: number
  readonly meaning: string
}

export const GATES: Readonly<Record<string, GateShape>> = {
  h: { qubits: 1, clbits: 0, meaning: 'Hadamard' },
  cx: { qubits: 2, clbits: 0, meaning: 'controlled X: control, target' },
  measure: { qubits: 1, clbits: 1, meaning: 'measurement in the Z basis into one classical bit' },
}

/** Names outside the table must not resolve through the prototype (`constructor`, `__proto__`). */
export const gateNamed = (name: string): GateShape | null => (Object.hasOwn(GATES, name) ? GATES[name]! : null)
