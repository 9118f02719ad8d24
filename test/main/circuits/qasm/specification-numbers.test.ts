/** Operators, integers and angles as the specification of OpenQASM 3 states them. */
import { describe, expect, it } from 'vitest'
import { parseQasm } from './parse-qasm'
import { instructionLines, problemsOf } from './read-lines'

const OLD = 'OPENQASM 2.0; include "qelib1.inc"; qreg q[3]; creg c[3];\n'
const NEW = 'OPENQASM 3.0; include "stdgates.inc"; qubit[4] q; bit[3] c;\n'
const lines = (text: string) => instructionLines(text, 9)
/** The angles of all `rx`, in order. */
const turns = (text: string, head = NEW) =>
  parseQasm(head + text)
    .circuit.instructions.filter(({ name }) => name === 'rx')
    .map(({ params }) => Number(params![0]!.toFixed(9)))
const problem = (text: string) => problemsOf(text)[0]!
const rx = (...expressions: string[]) => expressions.map(expression => `rx(${expression}) q[0];`).join(' ')
const near = (value: number) => Number(value.toFixed(9))

describe('operators of OpenQASM 3', () => {
  it.each([
    ['-2**2', -4],
    ['2**3**2', 512],
    ['7 - 3 - 2', 2],
    ['24 / 4 / 2', 3],
    ['1 | 2 ^ 3 & 6', 1],
    ['1 + 2 << 1', 6],
    ['2 * 3 % 4', 2],
    ['~0 + 1', 0],
    ['2 ^ 3', 1],
    ['-(~3)', 4],
    ['1 < 2 == true', 1],
    ['1 & 2 == 2', 1],
  ])('%s is %d', (expression, value) => expect(turns(rx(expression))).toEqual([value]))

  it.each([
    ['2.0 ^ 3.0', /^\^ takes integers and bits, not real numbers; .* \*\* is the power$/],
    ['2 ^ 3.0', /\*\* is the power/],
    ['2.0 & 3', /^& takes integers and bits/],
    ['2 | 3.0', /^\| takes integers and bits/],
    ['2.0 << 1', /^<< takes integers and bits/],
    ['2 >> 1.0', /^>> takes integers and bits/],
    ['5.0 % 2', /^% takes integers, not real numbers; mod\(a, b\)/],
    ['~2.0', /^~ takes integers and bits/],
    ['sqrt(4) ^ 1', /\*\* is the power/],
    ['pi ^ 2', /\*\* is the power/],
    ['half[0]', /a real number has no bits/],
    ['2 ** -1', /negative power of an integer .* 2\.0 \*\* -1/],
    ['-7 % 3', /remainder of a negative number/],
    ['7 / 2', /quotient of integers with a remainder/],
  ])('%s is refused where it stands', (expression, message) => {
    const found = problem(`${NEW}const float half = 4;\n  rx(${expression}) q[0];`)
    expect(found).toMatchObject({ line: 3, message })
    expect(found.column).toBeGreaterThanOrEqual(6)
  })

  it.each(['^', '&', '|', '%', '<<', '>>'])(
    '%s= is refused for a real variable, and in the body of a gate',
    operator => {
      expect(problem(`${NEW}float x = 4; x ${operator}= 2;`)).toMatchObject({ line: 2, message: /not real numbers/ })
      const gate = `gate g(t) a { rx(t ${operator} 2) a; } g(4) q[0];`
      expect(problem(NEW + gate)).toMatchObject({ line: 2, column: expect.any(Number), message: /not real numbers/ })
    },
  )

  it('are refused on real numbers in a program without a version line, too', () => {
    expect(problem('qubit q; U(2.0 ^ 3.0,0,0) q;')).toMatchObject({ line: 1, column: 16, message: /\*\* is the power/ })
  })

  it('of OpenQASM 2 know ^ as the power of real numbers', () => {
    expect(turns(rx('2.0 ^ 3.0', '-2^2', '2^-1', '3/2', '2^3^2'), OLD)).toEqual([8, -4, 0.5, 1.5, 512])
    for (const operator of ['&', '|', '<<', '>>', '%'])
      expect(problem(`${OLD}${rx(`4 ${operator} 1`)}`)).toMatchObject({ line: 2, message: /not real numbers/ })
  })
})

describe('integers of a width', () => {
  it.each([
    ['uint[4] a = 3; uint[4] b = 5; uint[4] r = a - b;', 14],
    ['uint[4] a = 15; uint[2] r = a + a;', 2],
    ['uint[4] r = 0; r -= 1;', 15],
    ['uint[8] r = 16; r = r * 15 + 20;', 4],
    ['const uint[4] r = 20;', 4],
    ['uint[4] r = 5; r <<= 3;', 8],
    ['uint[4] a = 5; int r = int(a << 3) + int(~a);', 18],
    ['uint a = 3; int r = a - 5;', -2],
    ['uint[4] a = 15; int[4] r = a;', -1],
    ['int[4] a = -1; uint[4] r = a;', 15],
    ['bit[4] a = "1010"; int[4] r = a;', -6],
    ['bit[4] a = "1010"; uint[4] r = a;', 10],
    ['bit[4] a = "1010"; int r = a;', 10],
    ['int[4] a = -8; int[8] r = a;', -8],
    ['int[32] r = 15; r[4:7] = "1010";', 175],
    ['uint[6] a = 37; uint[6] r = rotl(a, 3);', 44],
    ['uint[6] a = 37; uint r = popcount(a);', 3],
    ['array[uint[2], 2] a = {3, 1}; a[0] = a[0] + 2; int r = a[0];', 1],
    ['int r = -7; r /= 2;', -3],
    ['int r = int(-3.9);', -3],
    ['uint[4] a = 9; int r = a[-1];', 1],
    ['uint[64] a = 18446744073709551615; a += 2; int r = a;', 1],
    ['int r = 18446744073709551615 & 1;', 1],
    ['int r = 18446744073709551615 % 10;', 5],
    ['int r = 1 << 60 >> 58;', 4],
    ['int r = 18446744073709551614 / 9223372036854775807;', 2],
    ['int r = 9007199254740993 - 9007199254740992;', 1],
    ['bool r = 9007199254740993 == 9007199254740992;', 0],
    ['bool r = 9007199254740993 > 9007199254740992;', 1],
  ])('%s leaves %d', (text, value) => expect(turns(`${text} ${rx('r')}`)).toEqual([value]))

  it.each([
    ['uint[4] a = 3; rx(a - 5) q[0];', 21, /-2 .* outside of uint\[4\]/],
    ['uint[4] a = 3; uint[8] b = a - 5;', 30, /-2 .* outside of uint\[4\]/],
    ['for uint i in [0:3] x q[i - 1];', 27, /-1 .* outside of uint, /],
    ['int[8] a = 100; rx(a + a) q[0];', 22, /200 .* outside of int\[8\]/],
    ['uint n = 0; n -= 1;', 13, /-1 in an unsigned integer without a width/],
    ['int[4] n = 7; n += 1;', 15, /8 does not fit in int\[4\], which goes from -8 to 7/],
    ['int[4] n = 15;', 12, /15 does not fit in int\[4\]/],
    ['bit[2] b = 5;', 12, /5 does not fit in 2 bits/],
    ['bit[4] b = "1010"; uint[2] n = b;', 32, /4 bits do not fit in uint\[2\].* c\[0:1\]/],
    ['uint a = 5; int b = -3; rx(a * b) q[0];', 30, /negative number beside an unsigned integer/],
    ['uint[4] a = 3; bool b = a > -1;', 27, /negative number beside an unsigned integer/],
    ['uint a = 5; rx(~a) q[0];', 16, /~ of an unsigned integer without a width/],
    ['int k = 5; rx(k[-1]) q[0];', 15, /the last bits of a number without a width/],
    ['for uint[2] i in [0:5] rx(i) q[0];', 1, /4 is no value of a loop variable of type uint\[2\]/],
  ])('%s is refused rather than guessed', (text, column, message) => {
    expect(problem(NEW + text)).toMatchObject({ line: 2, column, message })
  })

  it('that measurements decide are in two’s complement', () => {
    const body = `c[0] = measure q[0]; c[1] = measure q[1];`
    const rest = (text: string) => lines(`${NEW}${body} ${text}`).slice(2)
    expect(rest('if (int[2](c[0:1]) == -1) x q[2];')).toEqual(['if 0,1=3 x 2'])
    expect(rest('if (int[2](c[0:1]) < 0) x q[2];')).toEqual(['if 1=1 x 2'])
    expect(rest('int[4] n = int[2](c[0:1]); if (n == -2) x q[2];')).toEqual(['if 0,1=2 x 2'])
    expect(rest('if (int(c[0:1]) == 3) x q[2];')).toEqual(['if 0,1=3 x 2'])
    expect(rest('if (uint[2](c[0:1]) >= 2) x q[2];')).toEqual(['if 1=1 x 2'])
    expect(rest('rx(int[2](c[0:1])) q[2];')).toEqual(['if 0=1 rx(1) 2', 'if 1=1 rx(-2) 2'])
    expect(rest('switch (int[2](c[0:1])) { case -1 { x q[2]; } case 1 { y q[2]; } }')).toEqual([
      ...['if 0,1=3 x 2', 'if 0,1=1 y 2'],
    ])
  })

  it('are read as unsigned beside what a signed one cannot be, which a note says', () => {
    const text = `${NEW}c = measure q[0:2];\nif (int[2](c[0:1]) == 3) x q[2];`
    expect(lines(text).at(-1)).toBe('if 0,1=3 x 2')
    expect(parseQasm(text).notes).toEqual([
      'At line 3, column 20 a number of type int[2], which ends at 1, is compared with 3: it is read as uint[2] there, as published programs mean it; strictly they are never equal.',
    ])
  })

  it('compare with constants beyond doubles bit by bit', () => {
    const wide = 'OPENQASM 3; include "stdgates.inc"; qubit[2] q; bit[64] w; w[0] = measure q[0]; '
    const valueIn = (text: string) => parseQasm(wide + text).circuit.instructions[1]?.condition?.value
    expect(valueIn('if (w == 18446744073709551615) x q[1];')).toBe('18446744073709551615')
    expect(valueIn('if (w == 0x8000_0000_0000_0001) x q[1];')).toBe('9223372036854775809')
    expect(valueIn('uint[64] k = 9223372036854775809; if (w == k) x q[1];')).toBe('9223372036854775809')
    expect(valueIn('if (int[64](w) == -2) x q[1];')).toBe('18446744073709551614')
    expect(valueIn('if (w == 18446744073709551616) x q[1];')).toBeUndefined()
  })
})

describe('angles', () => {
  it.each([
    ['angle a = 3*pi; rx(a / 2) q[0];', Math.PI / 2],
    ['angle a = -pi/2; rx(a) q[0];', (3 * Math.PI) / 2],
    ['angle a = 3*pi/2; rx(a + a) q[0];', Math.PI],
    ['angle[4] a = 0.3; rx(a) q[0];', Math.PI / 8],
    ['angle[4] a = 7*(pi/8); uint[4] two = 2; rx(a / two) q[0];', (3 * Math.PI) / 8],
    ['angle[4] a = 5*(pi/4); uint[4] two = 2; rx(two * a) q[0];', Math.PI / 2],
    ['angle[4] a = 5*(pi/4); angle[4] b = pi/8; rx(a / b) q[0];', 10],
    ['angle[4] a = pi/8; angle[4] b = 7*(pi/8); rx(a - b) q[0];', (5 * Math.PI) / 4],
    ['angle[4] a = pi/4; rx(-a) q[0];', (7 * Math.PI) / 4],
    ['angle[4] a = 9*(pi/8); rx(a << 2) q[0];', Math.PI / 2],
    ['angle[4] a = 9*(pi/8); rx(a >> 2) q[0];', Math.PI / 4],
    ['angle[4] a = 0; rx(~a) q[0];', (15 * Math.PI) / 8],
    ['angle[4] a = "1001"; rx(a) q[0];', (9 * Math.PI) / 8],
    ['angle[4] a = pi; bool b = a == pi; rx(b) q[0];', 1],
    ['def f(angle t) -> angle { return t / 2; } rx(f(3*pi)) q[0];', Math.PI / 2],
    ['for angle t in {5*pi/2} rx(t) q[0];', Math.PI / 2],
    ['array[angle[8], 2] a = {pi/2, 3*pi}; rx(a[1]) q[0];', Math.PI],
  ])('are of one turn, in steps of their width: %s', (text, value) => expect(turns(text)).toEqual([near(value)]))

  it('that measurements change keep their value where they do not', () => {
    const text = 'c = measure q[0:2]; angle[4] a = pi/8; if (c[0]) a += pi/2; if (c[1]) a += pi; rx(a) q[3];'
    expect(lines(NEW + text).slice(3)).toEqual([
      `rx(${near(Math.PI / 8)}) 3`,
      `if 1=1 rx(${near(Math.PI)}) 3`,
      `if 0=1 rx(${near(Math.PI / 2)}) 3`,
    ])
    const returned = 'c = measure q[0:2]; def f(bit[3] b) -> angle[3] { return b; } p(f(c)) q[3];'
    expect(lines(NEW + returned).at(-1)).toBe(`if 2=1 p(${near(Math.PI)}) 3`)
  })

  it('of a fractional power of a phase are principal', () => {
    expect(lines(`${NEW}ctrl @ pow(0.5) @ gphase(3*pi) q[0]; pow(0.5) @ p(3*pi) q[0];`)).toEqual(
      Array(2).fill(`p(${near(Math.PI / 2)}) 0`),
    )
  })
})
