/** Loops that nothing can end are refused at once; loops that end are read as before. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../main/circuits/editing/document/read-document'
import { instructionLines, problemsOf } from '../read-lines'

const HEAD = 'OPENQASM 3.0; include "stdgates.inc"; qubit[2] q; bit[2] c; int i = 0; int k = 0; array[int, 2] a;\n'
const GATES = 'def once(qubit r) { h r; return; } def deeper(qubit r) { once(r); int i = 0; i += 1; }\n'

describe('a loop that never ends', () => {
  it.each([
    ['while (true) { h q[0]; }', 'its condition is always true'],
    ['while (1 < 2) { }', 'its condition is always true'],
    ['while (true) { once(q[0]); }', 'its condition is always true'],
    ['while (true) { deeper(q[0]); i += 1; }', 'its condition is always true'],
    ['while (true) { for int j in [0:3] { h q[0]; break; } }', 'its condition is always true'],
    ['while (true) { if (i < 3) continue; h q[0]; }', 'its condition is always true'],
    ['while (i < 3) { h q[0]; }', 'nothing in its body changes i'],
    ['while (i < 3 && k < 3) { a[0] = 1; once(q[0]); }', 'nothing in its body changes i, k'],
    ['bit e = 1; while (e == 1) { once(q[1]); }', 'nothing in its body changes e'],
    ['while (a[1] == 0) { x q; }', 'nothing in its body changes a'],
    ['while (true) { if (k == 5) break; h q[0]; }', 'nothing in its body changes k'],
    ['@max_iterations 5\nwhile (true) { h q[0]; }', 'its condition is always true'],
  ])('%s is refused with its line and what would do', (text, why) => {
    const [fault, ...more] = problemsOf(`${HEAD}${GATES}${text}`)
    expect(more).toEqual([])
    expect(fault).toMatchObject({
      line: text.startsWith('@') ? 4 : 3,
      column: text.indexOf('while') - text.indexOf('\n'),
      kind: 'semantic',
    })
    expect(fault!.message).toContain(`this loop never ends: ${why}, and nothing leaves it; put an if (…) break; into`)
  })

  it.each([
    ['in a subroutine', 'def f(qubit r) {\nwhile (true) { h r; } }\nf(q[0]);'],
    ['in a loop that ends', 'while (i < 3) { i += 1;\nwhile (true) { h q[0]; } }'],
    ['in a for loop', 'for int j in [0:3] {\nwhile (k == 0) { h q[0]; } }'],
    ['in a branch that a measurement decides', 'c[0] = measure q[0]; if (c[0]) {\nwhile (true) { h q[0]; } }'],
  ])('%s is refused with its own line', (_, text) => {
    expect(problemsOf(`${HEAD}${text}`)).toMatchObject([{ line: 3, message: /this loop never ends/ }])
  })

  it('is refused before its third turn', () => {
    let checkpoints = 0
    expect(() => readDocument(`${HEAD}while (true) { h q[0]; }`, () => checkpoints++)).not.toThrow()
    expect(checkpoints).toBeLessThan(100)
  })

  it('has its fault beside the drawing, too, and what follows is read', () => {
    const { faults } = readDocument(`${HEAD}while (true) { h q[0]; }\nx q[7];`)
    expect(faults).toMatchObject([
      { line: 2, column: 1, message: /this loop never ends/ },
      { line: 3, message: /index 7/ },
    ])
  })

  it('does not hide a fault in its body', () => {
    expect(problemsOf(`${HEAD}while (true) { x q[2]; }`)).toMatchObject([{ message: 'index 2 is outside of 0..1' }])
  })
})

describe('a loop that ends', () => {
  it.each([
    ['while (i < 3) { x q[0]; i += 1; }', 3],
    ['while (i < 3) { x q[0]; if (k > 1) { i = 5; } k += 1; }', 3],
    ['while (true) { x q[0]; i += 1; if (i == 4) { break; } }', 4],
    ['while (true) { x q[0]; i += 1; if (i == 4) break; }', 4],
    ['while (true) { x q[0]; break; }', 1],
    ['while (true) { x q[0]; i += 1; switch (i) { case 3 { break; } default { } } }', 3],
    ['while (true) { x q[0]; i += 1; if (i > 2) end; }', 3],
    ['while (true) { i += 1; for int j in [0:1] { x q[0]; } if (i == 2) { break; } }', 4],
    ['while (i < 2) { int j = 0; while (j < 3) { x q[0]; j += 1; } i += 1; }', 6],
    ['while (i < 2) { k = 0; while (true) { x q[0]; k += 1; if (k == 3) break; } i += 1; }', 6],
    ['while (a[0] < 3) { x q[0]; a[0] += 1; }', 3],
    ['def f(mutable array[int, #dim = 1] b) { b[0] += 1; } while (a[0] < 3) { x q[0]; f(a); }', 3],
    ['bit e = 1; let d = e; while (e == 1) { x q[0]; k += 1; if (k == 3) { d[0] = 0; } }', 3],
    ['def f(qubit r) { int j = 0; while (true) { x r; j += 1; if (j == 3) { return; } } } f(q[0]);', 3],
    ['def f(int n) -> int { return n + 1; } while (i < 3) { x q[0]; i = f(i); }', 3],
    ['def f(int n) -> bool { return n < 3; } while (f(i)) { x q[0]; i += 1; }', 3],
    ['while (false) { x q[0]; } x q[0];', 1],
  ])('%s is read', (text, count) => {
    expect(instructionLines(`${HEAD}${text}`)).toEqual(Array(count).fill('x 0'))
  })

  it('where a measurement decides is one of the circuit', () => {
    expect(instructionLines(`${HEAD}while (c == 0) { h q[0]; c[0] = measure q[0]; }`).at(-1)).toMatch(/^end/)
    expect(instructionLines(`${HEAD}while (true) { h q[0]; c[0] = measure q[0]; if (c[0]) break; }`)).toContain('h 0')
  })

  it('on a bit that its body does not measure ends after its bound, in OpenQASM and in JSON', () => {
    const loop =
      '[{ "name": "while", "qubits": [], "condition": { "clbit": 0, "value": 0 } }, { "name": "h", "qubits": [0] }'
    const json = `{ "num_qubits": 1, "num_clbits": 1, "instructions": ${loop}, { "name": "end", "qubits": [] }] }`
    for (const text of [`${HEAD}while (c == 0) { h q[0]; }`, json]) expect(readDocument(text).faults).toEqual([])
  })

  it('is never refused, whatever changes its counter, wherever that stands', () => {
    const change = fc.constantFrom('i += 1;', 'i = i + 1;', 'if (k >= 0) { i += 1; }', 'for int j in [0:0] { i += 1; }')
    const leave = fc.constantFrom('', 'if (i == 2) { break; }', 'if (i > 9) { break; }', 'if (k < 0) continue;')
    const other = fc.constantFrom('', 'k += 1;', 'x q[0];', 'int j = 0; while (j < 2) { j += 1; x q[0]; }')
    const condition = fc.constantFrom('i < 3', 'i < 3 && true', '!(i >= 3)', '3 > i || i < 2')
    fc.assert(
      fc.property(condition, change, fc.array(fc.oneof(leave, other), { maxLength: 4 }), (asked, changed, rest) => {
        const body = rest.map(statement => (statement.startsWith('int') ? `{ ${statement} }` : statement)).join(' ')
        expect(instructionLines(`${HEAD}while (${asked}) { ${changed} ${body} } y q[1];`).at(-1)).toBe('y 1')
      }),
    )
  })
})
