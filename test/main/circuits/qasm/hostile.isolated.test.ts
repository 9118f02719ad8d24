import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { QasmError } from '../../../../main/circuits/qasm/model/diagnostics'
import { damagedCases } from './damaged-programs'
import { HOSTILE, problems } from './hostile-programs'
import { onePassCases } from './one-pass.cases'
import { parseQasm } from './parse-qasm'

/** A twentieth of the limits, so that programs reach them soon; hostile.soak.test.ts goes to the true limits. */
vi.mock(import('../../../../main/circuits/qasm/model/limits'), async original => ({
  ...(await original()),
  MAX_STEPS: 400_000 as never,
  MAX_HELD: 25_000 as never,
}))
vi.mock(import('../../../../main/contract/jobs/circuit'), async original => ({
  ...(await original()),
  MAX_INSTRUCTIONS: 50_000 as never,
}))

damagedCases({ step: 16, edits: 50 })

describe('hostile text', () => {
  it('of any characters is answered', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => void problems(text)))
    fc.assert(fc.property(fc.string({ maxLength: 200 }), text => void problems(`OPENQASM 3; qubit[2] q; ${text}`)))
  })

  it.each(HOSTILE)('with %s is refused within the limits', (_, text, message) => {
    const found = problems(text)
    expect(found?.map(fault => fault.message).join('\n')).toMatch(message)
  })

  it('beyond 16 MB is refused at once', () => {
    expect(problems(' '.repeat(17 * 1024 * 1024))).toMatchObject([{ kind: 'unsupported', message: /programs end at/ }])
  })

  onePassCases(100_000)

  it('is a fault of the program too where little of the stack is left', () => {
    const read = () => {
      try {
        return parseQasm('qubit q; def f(qubit a) { f(a); } f(q);')
      } catch (error) {
        if (error instanceof QasmError) return error.problems
        throw error
      }
    }
    /** Calls itself until the stack is full, then reads on the deepest level on which reading returns. */
    const deep = (): unknown => {
      try {
        return deep()
      } catch (error) {
        if (error instanceof RangeError) return read()
        throw error
      }
    }
    expect(deep()).toMatchObject([{ kind: 'unsupported', message: expect.stringContaining('within each other') }])
  })

  it('is read in proportion to its length', () => {
    const { circuit } = parseQasm(
      `OPENQASM 2.0; include "qelib1.inc"; qreg q[20]; ${'u3(pi/2, 0.25, -1) q[7];\n'.repeat(10_000)}`,
    )
    expect(circuit.instructions).toHaveLength(10_000)
  })
})
