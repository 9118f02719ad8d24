import { describe, expect, it } from 'vitest'
import { canonicalCircuit } from '../../../../main/circuits/model/canonical'
import { parseText, writeText } from '../../../../main/circuits/qasm/import-export'
import type { Circuit } from '../../../../main/contract/jobs/circuit'

const bell: Circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
  ],
}

describe('circuits as text', () => {
  it.each(['openqasm2', 'openqasm3'] as const)('come back from %s as they were, measured or not', format => {
    const { text } = writeText({ circuit: bell, format })
    expect(canonicalCircuit(parseText(text).circuit)).toEqual(canonicalCircuit(bell))
    expect(parseText(text).version).toBe(format === 'openqasm2' ? '2.0' : '3.0')
  })

  it('name every fault with its line and column', () => {
    const text = 'OPENQASM 3.0;\nqubit q;\noops q;\n  U(0, 0, 0) r;\n'
    expect(() => parseText(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: [
          expect.objectContaining({ pointer: '/text', line: 3, column: 1 }),
          expect.objectContaining({ pointer: '/text', line: 4 }),
        ],
      }),
    )
  })

  it('refuse to write what is no circuit', () => {
    const circuit = { ...bell, instructions: [{ name: 'h', qubits: [2] }] }
    expect(() => writeText({ circuit, format: 'openqasm3' })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: [expect.objectContaining({ pointer: '/circuit/instructions/0/qubits/0' })],
      }),
    )
  })
})
