import { describe, expect, it } from 'vitest'
import { damagedCases } from './damaged-programs'
import { HOSTILE, problems } from './hostile-programs'
import { onePassCases } from './one-pass.cases'
import { parseQasm } from './parse-qasm'

damagedCases({ step: 1, edits: 400 })

describe('hostile text, up to the limits of the service,', () => {
  it.each(HOSTILE)('with %s is refused', (_, text, message) => {
    const found = problems(text)
    expect(found?.map(fault => fault.message).join('\n')).toMatch(message)
  })

  onePassCases(1_000_000)

  it('is read in proportion to its length', () => {
    const { circuit } = parseQasm(
      `OPENQASM 2.0; include "qelib1.inc"; qreg q[20]; ${'u3(pi/2, 0.25, -1) q[7];\n'.repeat(100_000)}`,
    )
    expect(circuit.instructions).toHaveLength(100_000)
  })
})
