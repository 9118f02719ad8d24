/** A text of another language says so in its first fault. */
import { describe, expect, it } from 'vitest'
import { foreignTextHint } from '../../../../../main/circuits/qasm/parser/foreign-text'
import { problemsOf } from '../read-lines'

const TEXTS: readonly (readonly [string, string, RegExp])[] = [
  ['Qiskit', 'from qiskit import QuantumCircuit\nqc = QuantumCircuit(2)\nqc.h(0)', /Python: .*qasm3\.dumps/],
  ['Python', 'import numpy as np\nx = 3', /Python/],
  ['Python behind a comment', '# a Bell pair\nimport numpy as np, qiskit\n', /Python/],
  ['Qiskit without its imports', 'qc = QuantumCircuit(2, 2)\nqc.h(0)\n', /Python/],
  ['Cirq', 'import cirq\nq = cirq.LineQubit.range(2)', /Cirq .*cirq\.qasm\(circuit\)/],
  ['Cirq without its imports', 'circuit = cirq.Circuit(cirq.H(q))', /Cirq/],
  ['a drawing by Cirq', '0: ───H───@───\n          │\n1: ───────X───', /drawing of a circuit/],
  ['a drawing by Qiskit', '     ┌───┐     \nq_0: ┤ H ├──■──\n', /drawing of a circuit/],
  ['Stim', 'H 0 1\nCX 0 1\nM 0 1\nDETECTOR rec[-1] rec[-2]', /Stim: .*to_qasm/],
  ['Stim with a comment', '# Bell\nR 0 1\nTICK\nM 0', /Stim/],
  ['Stim with a pair', 'CX 0 1\nM 0', /Stim/],
  ['one measurement of Stim', 'M 0', /Stim/],
  ['noise of Stim', 'X_ERROR(0.01) 0 1\nMR 0', /Stim/],
  ['coordinates of Stim', 'QUBIT_COORDS(0, 0) 0\nH 0', /Stim/],
  ['Quil', 'DECLARE ro BIT[2]\nH 0\nCNOT 0 1\nMEASURE 0 ro[0]', /Quil/],
  ['Quil that begins with gates', 'H 0\nRX(pi/2) 1\nMEASURE 0 ro[0]', /Quil/],
  ['JSON that is cut', '{"num_qubits": 2, "instructions": [{"name": "h",', /JSON that is cut/],
  ['JSON without its beginning', '"num_qubits": 2, "instructions": []}', /JSON that is cut/],
  ['JSON', '{"num_qubits": 2, "instructions": []}', /JSON: a circuit in JSON/],
  ['JSON on lines', '{\n  "num_qubits": 2\n}', /JSON: a circuit in JSON/],
]

describe('a text of another language', () => {
  it.each(TEXTS)('%s is named in the first fault, which stays a fault of the syntax', (_, text, hint) => {
    const [first, ...others] = problemsOf(text)
    expect(first).toMatchObject({ kind: 'syntax', message: hint })
    for (const { message } of others) expect(message).not.toMatch(/this looks like/)
  })

  it.each(TEXTS)('%s is not looked for behind a header', (_, text) => {
    for (const { message } of problemsOf(`OPENQASM 3.0;\n${text}`)) expect(message).not.toMatch(/this looks like/)
  })

  it.each(TEXTS)('%s is not looked for behind a statement that is OpenQASM', (_, text) => {
    for (const { message } of problemsOf(`qubit[2] q;\n${text}`)) expect(message).not.toMatch(/this looks like/)
  })

  it('keeps the place and the words of the fault', () => {
    expect(problemsOf('from qiskit import QuantumCircuit\n')[0]).toMatchObject({
      line: 1,
      column: 13,
      message: expect.stringMatching(/^expected ";" .*found "import"; this looks like Python/),
    })
  })
})

describe('OpenQASM with a fault', () => {
  it.each([
    'qubit q\nh q;',
    'qreg q[2]\nCX q[0], q[1];',
    'CX q[0], q[1]\n',
    'H q[0]\n',
    'U(0, 0, 0) q[0] // import qiskit',
    'gate g a { U(0, 0, 0) a }',
    '{ x q[0] }',
    '# a comment\nOPENQASM 3.0;\nqubit q;',
    '',
    '%',
  ])('%j is taken for nothing else', text => {
    expect(foreignTextHint(text)).toBeNull()
  })

  it('of another kind is left as it is, even in what Python could be', () => {
    expect(problemsOf('h q[0];\nimport numpy')[0]!.message).not.toMatch(/this looks like/)
  })
})
