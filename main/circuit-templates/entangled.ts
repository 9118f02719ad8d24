/** GHZ states and teleportation. */
import { templateProgram } from './program-text'

/** GHZ state by a chain of CX, each qubit measured; a Bell pair for two. */
export const ghzText = (qubits: number): string =>
  templateProgram(
    [
      `GHZ state of ${qubits} qubits: without noise all bits read 0, or all read 1, half of the shots each.`,
      `q[k] is measured into c[k].`,
    ],
    [
      `qubit[${qubits}] q;`,
      `bit[${qubits}] c;`,
      'h q[0];',
      ...Array.from({ length: qubits - 1 }, (_, qubit) => `cx q[${qubit}], q[${qubit + 1}];`),
      'c = measure q;',
    ],
  )

/** Teleportation (Bennett et al. 1993) of a state that is then turned back, so that c[2] shows whether it arrived. */
export const teleportationText = (): string =>
  templateProgram(
    [
      'Teleportation: the state of q[0] moves to q[2] by two measurements and two conditional gates.',
      'q[0] is the message, q[1] the half of a Bell pair beside it, q[2] the other half, where the message arrives.',
      'Without noise c[2] reads 0 in every shot; c[0] and c[1] are fair coins.',
    ],
    [
      'qubit[3] q;',
      'bit[3] c;',
      '// The message',
      'ry(pi/3) q[0];',
      '// The Bell pair',
      'h q[1];',
      'cx q[1], q[2];',
      '// Measurement of message and half in the Bell basis',
      'cx q[0], q[1];',
      'h q[0];',
      'c[0] = measure q[0];',
      'c[1] = measure q[1];',
      '// Corrections where the message arrives',
      'if (c[1]) x q[2];',
      'if (c[0]) z q[2];',
      '// The message turned back to |0⟩',
      'ry(-pi/3) q[2];',
      'c[2] = measure q[2];',
    ],
  )
