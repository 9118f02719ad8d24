import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { libraryGates, wordKind } from '../../../../main/circuits/editing/document/vocabulary'
import { completionsAt, signatureText } from '../../../../renderer/src/draw/circuit-text/completions'
import { declaredNames } from '../../../../renderer/src/draw/circuit-text/declared-names'

const HEAD = `OPENQASM 3.0;
include "stdgates.inc"; // qubit[9] hidden;
input float theta;
const int n = 3;
qubit[3] q;
qubit anc;
bit[2] c;
gate mine(alpha) a, b { rz(alpha) a; cx a, b; }
def flip(qubit one) { x one; }
`
const OLD = 'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg r[2];\ncreg m[2];\n'
/** Labels of the completions that are offered behind a text. */
const offered = (text: string) => completionsAt(text, text.length)?.options.map(({ label }) => label) ?? []

describe('completion', () => {
  it('offers gates with how they are called, those of the text first, and words of statements', () => {
    const found = completionsAt(`${HEAD}m`, HEAD.length + 1)!
    expect(found.from).toBe(HEAD.length)
    expect(found.options[0]).toMatchObject({ label: 'mine', detail: '(alpha) a, b' })
    expect(found.options).toContainEqual(expect.objectContaining({ label: 'flip', detail: '(one)' }))
    expect(found.options).toContainEqual(expect.objectContaining({ label: 'cx', detail: ' control, target' }))
    expect(offered(HEAD)).toEqual(expect.arrayContaining(['measure', 'for', 'ctrl', 'c', 'c[1]']))
  })

  it('offers wires behind a gate, bits in a condition, numbers and inputs in an angle', () => {
    expect(offered(`${HEAD}cx q[0], `)).toEqual(expect.arrayContaining(['q', 'q[2]', 'anc']))
    expect(offered(`${HEAD}cx q[0], `)).not.toContain('hidden')
    expect(offered(`${HEAD}if (`)).toEqual(expect.arrayContaining(['c', 'c[0]', 'theta']))
    expect(offered(`${HEAD}rx(th`)).toEqual(expect.arrayContaining(['theta', 'n', 'pi', 'sin']))
    expect(offered(`${HEAD}ctrl @ `)).toContain('x')
    expect(offered(`${HEAD}c[0] = `)).toContain('measure')
  })

  it('offers the types of an input behind its word, in OpenQASM 3 alone', () => {
    expect(offered(HEAD)).toContain('input')
    expect(offered(`${HEAD}input an`)).toEqual(['float', 'angle', 'int', 'uint'])
    expect(offered(`${OLD}input `)).not.toContain('angle')
  })

  it('offers nothing in comments, numbers and file names', () => {
    for (const text of ['// h', 'rx(0.5e', 'include "std'])
      expect(completionsAt(HEAD + text, HEAD.length + text.length)).toBeNull()
  })

  it('knows OpenQASM 2 and JSON', () => {
    expect(offered(`${OLD}measure r[0] -> `)).toEqual(['m', 'm[0]', 'm[1]'])
    expect(offered(OLD)).not.toContain('for')
    expect(offered(OLD)).toContain('cu3')
    expect(offered('{ "instructions": [{ "name": "c')).toContain('cx')
    expect(offered('{ "num')).toContain('num_qubits')
  })

  it('finds what a text declares while it is wrong elsewhere', () => {
    expect(declaredNames('qubit[2] a; oops ((; bit b; gate g x { h x;').names).toEqual([
      { name: 'a', kind: 'qubit', type: 'qubit[2]', size: 2 },
      { name: 'b', kind: 'bit', type: 'bit', size: null },
    ])
  })

  it.each([2, 3] as const)('offers only gates that the library of OpenQASM %i has', version => {
    const include = version === 2 ? 'qelib1.inc' : 'stdgates.inc'
    const calls = libraryGates(version).map(({ name, params, qubits }) => {
      const angles = params.length > 0 ? `(${params.map(() => '0.5').join(', ')})` : ''
      return `${name}${angles} ${qubits.map((_, i) => `q[${i}]`).join(', ')};`
    })
    expect(calls.length).toBeGreaterThan(20)
    const head = version === 2 ? 'OPENQASM 2.0;' : 'OPENQASM 3.0;'
    const declared = version === 2 ? 'qreg q[5];' : 'qubit[5] q;'
    const { faults } = readDocument(`${head}\ninclude "${include}";\n${declared}\n${calls.join('\n')}\n`)
    expect(faults).toEqual([])
  })

  it('writes signatures as calls are written, and distinguishes words of the language from names', () => {
    expect(signatureText({ name: 'u', params: ['theta', 'phi'], qubits: ['a'], about: '' })).toBe('u(theta, phi) a')
    expect([
      wordKind('for', 3),
      wordKind('for', 2),
      wordKind('bit', 3),
      wordKind('ctrl', 3),
      wordKind('pi', 3),
    ]).toEqual([...['keyword', null, 'type', 'modifier', 'value']])
  })
})
