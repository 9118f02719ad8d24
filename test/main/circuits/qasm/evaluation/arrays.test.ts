import { describe, expect, it } from 'vitest'
import { QasmError } from '../../../../../main/circuits/qasm/model/diagnostics'
import { parseQasm } from '../parse-qasm'

const HEAD = 'OPENQASM 3.0; include "stdgates.inc"; qubit[3] q; bit[2] c; '
/** The angles of all gates, in order. */
const angles = (text: string) => parseQasm(HEAD + text).circuit.instructions.flatMap(({ params = [] }) => params)
const MATRIX = 'array[float[64], 2, 3] m = {{0.1, 0.2, 0.3}, {1, 2, 3}};'

function message(text: string): string {
  try {
    parseQasm(HEAD + text)
  } catch (error) {
    if (error instanceof QasmError) return error.problems[0]!.message
    throw error
  }
  return 'no fault'
}

describe('an array', () => {
  it.each([
    ['reads elements by one index for each dimension', `${MATRIX} rx(m[1, 2]) q[0]; rx(m[0][1]) q[0];`, [3, 0.2]],
    ['counts from the end', `${MATRIX} rx(m[-1, -3]) q[0];`, [1]],
    ['starts with zeros', 'array[int[8], 2] a; rx(a[1]) q[0];', [0]],
    ['of real numbers divides them', `${MATRIX} rx(m[1, 0] / 2) q[0];`, [0.5]],
    ['of integers drops the fraction', 'array[int[8], 1] a = {7}; rx(a[0] / 2) q[0];', [3]],
    ['wraps unsigned elements', 'array[uint[2], 1] a = {3}; a[0] += 2; rx(a[0]) q[0];', [1]],
    ['copies rows', `${MATRIX} array[float, 3] r = m[1]; m[1, 0] = 9; rx(r[0]) q[0];`, [1]],
    [
      'copies parts that overlap',
      'array[int, 3] a = {1, 2, 3}; a[1:2] = a[0:1]; for int k in a rx(k) q[0];',
      [1, 1, 2],
    ],
    ['picks columns', `${MATRIX} array[float, 2] r = m[0:1, 1]; rx(r[0]) q[0]; rx(r[1]) q[0];`, [0.2, 2]],
    ['gives its sizes', `${MATRIX} rx(sizeof(m)) q[0]; rx(sizeof(m, 1)) q[0]; rx(sizeof(m[0])) q[0];`, [2, 3, 3]],
    [
      'is bits by bit',
      'array[uint[4], 1] a = {5}; rx(a[0][2]) q[0]; array[bit[2], 1] b = {"10"}; rx(b[0][1]) q[0];',
      [1, 1],
    ],
    ['is walked through', `${MATRIX} for float f in m[0] rx(f) q[0];`, [0.1, 0.2, 0.3]],
    [
      'is joined to others by ++',
      'array[int, 2] a = {1, 2}; array[int, 1] b = {3}; array[int, 5] s = a ++ b ++ a; for int k in s rx(k) q[0];',
      [1, 2, 3, 1, 2],
    ],
    [
      'is joined by its rows, and copied before it is written',
      'array[int, 3] a = {1, 2, 3}; a = a[2:2] ++ a[0:1]; for int k in a rx(k) q[0];',
      [3, 1, 2],
    ],
    [
      'joins rows as rows',
      `${MATRIX} array[float, 3, 3] r = m ++ m[0:0]; rx(r[2, 1]) q[0]; rx(r[1, 2]) q[0];`,
      [0.2, 3],
    ],
    [
      'is written through a mutable parameter',
      'def f(mutable array[int[8], 2] a) { a[1] = 7; } array[int[8], 2, 2] b; f(b[1]); rx(b[1, 1]) q[0]; rx(b[0, 1]) q[0];',
      [7, 0],
    ],
    [
      'is read through a parameter of any size',
      'def f(readonly array[int[8], #dim = 1] a) -> int { return sizeof(a) + a[0]; } array[int[8], 2] b = {5, 6}; rx(f(b)) q[0];',
      [7],
    ],
  ] as [string, string, number[]][])('%s', (_, text, want) => expect(angles(text)).toEqual(want))

  it('is indexed by what is measured', () => {
    const text = 'c = measure q[0:1]; array[float, 4] a = {0, 0.5, 0, 1}; rx(a[int[2](c)]) q[2];'
    expect(parseQasm(HEAD + text).circuit.instructions.slice(2)).toEqual([
      { name: 'rx', qubits: [2], params: [0], condition: { clbit: 0, value: 0 } },
      { name: 'rx', qubits: [2], params: [0.5], condition: { clbits: [0, 1], value: 1 } },
      { name: 'rx', qubits: [2], params: [1], condition: { clbits: [0, 1], value: 3 } },
    ])
  })

  it.each([
    ['array[int, 2] a = {1, 2, 3};', /3 values do not fill a dimension of 2/],
    ['array[int, 2, 2] a = {1, 2};', /expected an array or a list/],
    ['array[int, 2] a = {{1}, {2}};', /deeper than the array has dimensions/],
    ['array[int, 2] a; a[2] = 1;', /index 2 is outside of 0\.\.1/],
    ['array[int, 2] a; a[0, 0] = 1;', /2 indices on 1 dimensions/],
    ['array[int, 2] a; rx(a) q[0];', /a whole array is no value here/],
    ['array[int, 2] a; array[int, 3] b; a = b;', /3 does not fit where 2 is expected/],
    ['const array[int, 1] a = {1}; a[0] = 2;', /this array is a constant/],
    ['const array[int, 1] a;', /the constant a has no value/],
    ['array[int, 0] a;', /at least 1, not 0/],
    ['array[int, 1000, 1000] a;', /arrays end at 100000 elements/],
    ['array[int, 1, 1, 1, 1, 1, 1, 1, 1] a;', /1 to 7 dimensions, not 8/],
    ['array[int, #dim = 1] a;', /#dim is for parameters/],
    ['array[uint[4], 1] a; a[0][1] = 1;', /assign the whole element/],
    ['def f(array[int, 2] a) { }', /expected readonly or mutable/],
    ['def f(mutable array[int, 2] a) { } const array[int, 2] b = {1, 2}; f(b);', /may be written/],
    ['def f(readonly array[int, 2] a) { } array[float, 2] b; f(b);', /of another type/],
    ['def f(readonly array[int, 2] a) { } array[int, 3] b; f(b);', /3 does not fit where 2/],
    ['def f(readonly array[int, #dim = 2] a) { } array[int, 3] b; f(b);', /another number of dimensions/],
    ['c = measure q[0:1]; array[int, 3] a; a[uint[2](c)] = 1;', /index 3 is outside of 0\.\.2/],
    ['array[int, 2] a; array[float, 2] b; array[int, 4] s = a ++ b;', /arrays of different types cannot be joined/],
    ['array[int, 2] a; array[int, 3] s = a ++ a[0];', /an element is no array/],
    ['array[int, 2] a; array[int, 3] s = a ++ c;', /only an array can be joined to an array/],
    ['array[int, 2] a; array[int, 3] s = a ++ a;', /4 does not fit where 3 is expected/],
    ['array[int, 2, 2] a; array[int, 3, 1] b; array[int, 5, 2] s = a ++ b;', /1 does not fit where 2 is expected/],
    ['array[int, 2] a; let b = a;', /another name for an array is not supported/],
    ['rx(sizeof(c)) q[0];', /sizeof is of an array/],
  ])('%s is explained', (text, want) => expect(message(text)).toMatch(want))
})
