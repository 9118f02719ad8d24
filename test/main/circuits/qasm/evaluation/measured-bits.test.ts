import { describe, expect, it } from 'vitest'
import { parseQasm } from '../parse-qasm'
import { finalBits, INPUTS, started } from '../programs'
import { outcomeCases } from './measured-bits.cases'

outcomeCases(100)

describe('computing with measured bits', () => {
  const resultOf = (body: string, input: number) => finalBits(parseQasm(`${started(input)} ${body}`).circuit)
  const asNumber = (bits: readonly number[]) => bits.reduce((sum, bit, i) => sum + bit * 2 ** i, 0)

  it.each([
    ['d = c;', (c: number) => c],
    ['d[0] = c[0] ^ c[1] ^ c[2];', (c: number) => (c ^ (c >> 1) ^ (c >> 2)) & 1],
    ['for uint i in [0:2] { bit t; t = measure q[i]; d[0] ^= t; }', (c: number) => (c ^ (c >> 1) ^ (c >> 2)) & 1],
    ['if (c[0]) d = "111"; else d[1] = c[1];', (c: number) => (c & 1 ? 7 : c & 2)],
    ['n = c; n += 3; d = n[0:2];', (c: number) => (c + 3) % 8],
    ['for uint i in [0:2] if (c[i]) n += 1; d = n[0:2];', (c: number) => (c & 1) + ((c >> 1) & 1) + (c >> 2)],
    [
      'switch (int[3](c)) { case 1, 6 { n = 5; } default { n = 2; } } d = n[0:2];',
      (c: number) => (c === 1 || c === 6 ? 5 : 2),
    ],
    ['def f(bit a) -> bit { return !a; } d[2] = f(c[2]);', (c: number) => (c & 4 ? 0 : 4)],
    [
      'def g(qubit a) -> bit { x a; return measure a; } if (c[0]) d[0] = g(q[1]);',
      (c: number) => (c & 1 && !(c & 2) ? 1 : 0),
    ],
  ] as [string, (c: number) => number][])('%s', (body, want) => {
    for (const input of INPUTS) expect(asNumber(resultOf(body, input).slice(3, 6))).toBe(want(input))
  })

  it.each([
    ['d[2] = 1; if (c[0]) { d[2] = 1; } else { c[0] = measure q[1]; }', () => 4],
    ['d[2] = 1; if (c[0]) { d[2] = 0; }', (c: number) => (c & 1 ? 0 : 4)],
    ['d = c; d[1] = 0; if (c[0]) { d[1] = !c[2]; }', (c: number) => (c & 5) | ((c & 5) === 1 ? 2 : 0)],
    ['{ bit t = 1; if (c[0]) t = c[1]; d[0] = t; }', (c: number) => ((c & 3) === 1 ? 0 : 1)],
  ] as [string, (c: number) => number][])('a constant is kept where a branch stores nothing: %s', (body, want) => {
    for (const input of INPUTS) expect(asNumber(resultOf(body, input).slice(3, 6))).toBe(want(input))
  })

  it('evaluates what a switch controls once, before any case runs', () => {
    const body =
      'switch (tick(q[1])) { case 1 { d = "001"; } case 2 { d = "010"; } default { d = "100"; } } c = measure q;'
    for (const input of INPUTS) {
      const bits = resultOf(body, input)
      expect(asNumber(bits.slice(3, 6))).toBe(input & 2 ? 4 : 2)
      expect(asNumber(bits.slice(0, 3))).toBe(input ^ 2)
    }
  })

  it.each([
    ['b = c[0] && flipped(q[1]);', 'a right side of && that acts on qubits'],
    ['b = c[0] || flipped(q[1]);', 'a right side of || that acts on qubits'],
    ['d[one(q[1])] ^= 1;', 'an index in a compound assignment that acts on qubits'],
    ['d[0] = same(c[one(q[1])]);', 'an index in an argument that acts on qubits'],
  ])('refuses what would act on qubits more or less often than the program says: %s', (body, message) => {
    const defs = 'def one(qubit a) -> int { x a; return 1; } def same(bit a) -> bit { return a; }'
    expect(() => parseQasm(`${started(0)} ${defs} ${body}`)).toThrow(message)
  })

  it('adds one qubit, says so, and adds none where measuring elsewhere does it', () => {
    const added = parseQasm(`${started(0)} d = c;`)
    expect(added.circuit).toMatchObject({ num_qubits: 4, num_clbits: 10 })
    expect(added.circuit.registers?.at(-1)).toEqual({ name: 'scratch', kind: 'qubit', size: 1 })
    expect(added.notes).toEqual([expect.stringMatching(/^Qubit 3 is added/)])
    const moved = 'bit t; bit u; t = measure q[0]; u = t;'
    expect(
      parseQasm(`${started(0)} def f(qubit a) -> bit { bit t; t = measure a; return t; } d[0] = f(q[0]);`).circuit
        .num_qubits,
    ).toBe(3)
    expect(parseQasm(`${started(0)} { ${moved} d[1] = u; }`).circuit.num_qubits).toBe(3)
  })

  it('a bit handed on twice is handed on both times', () => {
    const twice = '{ bit t; t = measure q[0]; d[0] = t; d[1] = t; x q[0]; t = measure q[0]; d[2] = t; }'
    for (const input of INPUTS)
      expect(resultOf(twice, input).slice(3, 6)).toEqual([input & 1, input & 1, 1 - (input & 1)])
  })
})

describe('an angle that measurements decide', () => {
  const program = 'OPENQASM 3; include "stdgates.inc"; qubit[3] q; bit[2] c; c = measure q[0:1]; '
  const rest = (text: string) => parseQasm(program + text).circuit.instructions.slice(2)
  const when = (clbit: number) => ({ condition: { clbit, value: 1 } })

  it('turns by each bit where the turns add up', () => {
    expect(rest('angle[2] a = c; inv @ p(a) q[2];')).toEqual([
      { name: 'p', qubits: [2], params: [-Math.PI / 2], ...when(0) },
      { name: 'p', qubits: [2], params: [-Math.PI], ...when(1) },
    ])
    expect(rest('ctrl @ rz(1 + uint[2](c) / 4.0) q[0], q[2];')).toEqual([
      { name: 'crz', qubits: [0, 2], params: [1] },
      { name: 'crz', qubits: [0, 2], params: [0.25], ...when(0) },
      { name: 'crz', qubits: [0, 2], params: [0.5], ...when(1) },
    ])
  })

  it('is one gate for each of its values elsewhere', () => {
    const turns = (angles: readonly number[]) =>
      angles.map((angle, value) => ({
        name: 'rx',
        qubits: [2],
        params: [Math.sin(angle)],
        condition: { clbits: [0, 1], value },
      }))
    expect(rest('rx(sin(uint[2](c))) q[2];')).toEqual(turns([0, 1, 2, 3]))
    // Two's complement: the higher of two bits counts as -2.
    expect(rest('rx(sin(int[2](c))) q[2];')).toEqual(turns([0, 1, -2, -1]))
    expect(rest('U(c[0], 0, 0) q[2];')).toEqual([
      { name: 'u', qubits: [2], params: [0, 0, 0], condition: { clbit: 0, value: 0 } },
      { name: 'u', qubits: [2], params: [1, 0, 0], condition: { clbit: 0, value: 1 } },
    ])
  })

  it('may be measured bit by bit and shifted, as in iterative phase estimation', () => {
    expect(rest('angle[3] a; for int i in [0:2] { p(a) q[2]; measure q[0] -> a[0]; a <<= 1; }')).toEqual([
      { name: 'p', qubits: [2], params: [0] },
      { name: 'measure', qubits: [0], clbits: [2] },
      { name: 'p', qubits: [2], params: [Math.PI / 2], ...when(2) },
      { name: 'measure', qubits: [0], clbits: [3] },
      { name: 'p', qubits: [2], params: [Math.PI / 2], ...when(3) },
      { name: 'p', qubits: [2], params: [Math.PI], ...when(2) },
      { name: 'measure', qubits: [0], clbits: [4] },
    ])
  })
})

describe('shared parts of a condition', () => {
  it.each(['a && b', 'a || b', 'a != b', '!(a && !b)'])(
    'do not make %s, again and again, grow without bound',
    expression => {
      const again = `bool t = ${expression}; b = a || c[1]; a = t;`
      const text = `OPENQASM 3; include "stdgates.inc"; qubit[2] q; bit[2] c; c = measure q; bool a = c[0]; bool b = c[1];
      for int i in [0:39] { ${again} } if (a) x q[0];`
      expect(parseQasm(text).circuit.instructions.length).toBeLessThan(10)
    },
  )
})
