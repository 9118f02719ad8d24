import { describe, expect, it } from 'vitest'
import { parseQasm } from '../parse-qasm'
import { finalBits } from '../programs'

/** The final classical bits where qubit i starts as bit i of `input`. */
function results(body: string, qubits: number, input: number): number[] {
  const start = Array.from({ length: qubits }, (_, i) => ((input >> i) & 1 ? `x q[${i}];` : '')).join(' ')
  return finalBits(parseQasm(`OPENQASM 3; include "stdgates.inc"; qubit[${qubits}] q; ${start} ${body}`).circuit)
}
const inputs = (qubits: number) => Array.from({ length: 2 ** qubits }, (_, input) => input)

describe('a loop that a measurement leaves', () => {
  it('runs until then and no further, over more outcomes than a table holds', () => {
    const body = 'bit[12] c; for uint i in [0:11] { c[i] = measure q[i]; if (c[i]) break; }'
    for (const input of [0, 1, 2, 6, 64, 2048, 4095]) {
      const lowest = input & -input
      expect(
        results(body, 12, input)
          .slice(0, 12)
          .reduce((sum, bit, i) => sum + bit * 2 ** i, 0),
      ).toBe(lowest)
    }
  })

  it('ends where it has more ways out than may stand within each other', () => {
    const ways = 'c[3] = measure q; if (c[3]) break; '.repeat(20_000)
    const read = () => parseQasm(`qubit q; bit[10] c; for int i in [0:1] { ${ways}}`)
    expect(read).toThrow(/within each other/)
  })

  it('may measure into the same bit again and again', () => {
    const body = 'bit c; bit[4] d; for uint i in [0:3] { c = measure q[i]; if (c) { d[i] = 1; break; } }'
    for (const input of inputs(4))
      expect(results(body, 4, input).slice(1, 5)).toEqual([0, 1, 2, 3].map(i => ((input & -input) >> i) & 1))
  })

  it('reports how far it came', () => {
    const body = 'bit[2] r; uint[2] n = 0; for uint i in [0:2] { bit c = measure q[i]; if (!c) break; n += 1; } r = n;'
    for (const input of inputs(3)) {
      const ones = input === 7 ? 3 : input % 4 === 3 ? 2 : input & 1
      expect(results(body, 3, input).slice(0, 2)).toEqual([ones & 1, ones >> 1])
    }
  })
})

describe('a subroutine that a measurement leaves', () => {
  const vote =
    'def vote(bit a, bit b, bit c) -> bit { int n = 0; if (a) n += 1; if (b) n += 1; if (c) n += 1; if (n >= 2) return 1; else return 0; }'

  it('gives the value of the way it was left', () => {
    for (const input of inputs(3)) {
      const bits = results(`${vote} bit r; bit[3] c; c = measure q; r = vote(c[0], c[1], c[2]);`, 3, input)
      expect(bits[0]).toBe([3, 5, 6, 7].includes(input) ? 1 : 0)
    }
  })

  it('acts on qubits no more', () => {
    const body =
      'def f(qubit a, qubit b) { bit c = measure a; if (c) return; x b; } bit r; f(q[0], q[1]); r = measure q[1];'
    for (const input of inputs(2)) expect(results(body, 2, input)[0]).toBe((input >> 1) ^ (input & 1) ^ 1)
  })

  it('gives what its type can hold', () => {
    const body = 'def f(bit a) -> uint[2] { if (a) return 7; return 4; } bit c; bit[2] r; c = measure q[0]; r = f(c);'
    expect(results(body, 1, 1).slice(1, 3)).toEqual([1, 1])
    expect(results(body, 1, 0).slice(1, 3)).toEqual([0, 0])
  })
})

describe('a condition on many bits', () => {
  it('has its opposite, too', () => {
    const body =
      'bit[12] c; bit[2] r; c = measure q; if (c == 5) r[0] = 1; else r[1] = 1; if (c != 6) { } else r[0] = 1;'
    for (const input of [0, 4, 5, 6, 7, 2053, 4095]) {
      const bits = results(body, 12, input).slice(12, 14)
      expect(bits).toEqual([input === 5 || input === 6 ? 1 : 0, input === 5 ? 0 : 1])
    }
  })
})

describe('a measured bit that is written again', () => {
  it('still decides what it decided', () => {
    const body = 'bit c; bit[2] r; c = measure q[0]; if (c) { c = measure q[1]; r[0] = 1; r[1] = c; }'
    for (const input of inputs(2)) expect(results(body, 2, input).slice(1, 3)).toEqual([input & 1, input === 3 ? 1 : 0])
  })

  it('costs nothing where it is not needed any more', () => {
    const text = 'OPENQASM 3; qubit[2] q; bit c; c = measure q[0]; if (c) { c = measure q[1]; } c = measure q[0];'
    expect(parseQasm(text).circuit).toMatchObject({ num_qubits: 2, instructions: { length: 3 } })
  })
})
