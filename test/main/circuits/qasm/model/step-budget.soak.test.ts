import { expect, it } from 'vitest'
import { MAX_INSTRUCTIONS } from '../../../../../main/contract/jobs/circuit'
import { parseQasm } from '../parse-qasm'

it('a plain loop reaches as many instructions as a circuit may have', () => {
  const text = `OPENQASM 3; include "stdgates.inc"; qubit[8] q; for int i in [1:${MAX_INSTRUCTIONS}] { h q[0]; }`
  const { circuit } = parseQasm(text)
  expect(circuit.instructions.length).toBe(MAX_INSTRUCTIONS)
})
