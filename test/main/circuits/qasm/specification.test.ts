/** Programs that are easily read as something else, each beside what the specification of OpenQASM makes of it. */
import { describe, expect, it } from 'vitest'
import { validateCircuit } from '../../../../main/circuits/model/validate'
import { QasmError } from '../../../../main/circuits/qasm/model/diagnostics'
import { parseQasm } from '../../../../main/circuits/qasm/read'
import type { Instruction } from '../../../../main/contract/jobs/circuit'

const OLD = 'OPENQASM 2.0; include "qelib1.inc"; qreg q[3]; creg c[3];\n'
const NEW = 'OPENQASM 3.0; include "stdgates.inc"; qubit[4] q; bit[3] c;\n'

function spelled({ name, qubits, clbits, params, condition }: Instruction): string {
  const angles = params ? `(${params.map(angle => Number(angle.toFixed(9))).join()})` : ''
  const bits = condition && ('clbit' in condition ? condition.clbit : condition.clbits.join())
  const when = condition ? `if ${bits}=${condition.value} ` : ''
  return `${when}${name}${angles} ${qubits.join()}${clbits ? ` -> ${clbits.join()}` : ''}`
}
const lines = (text: string) => parseQasm(text).circuit.instructions.map(spelled)
/** What `rx` turns by, each. */
const turns = (text: string, head = NEW) =>
  parseQasm(head + text)
    .circuit.instructions.filter(({ name }) => name === 'rx')
    .map(({ params }) => Number(params![0]!.toFixed(9)))

function problem(text: string) {
  try {
    parseQasm(text)
  } catch (error) {
    if (error instanceof QasmError) return error.problems[0]!
    throw error
  }
  throw new Error('no fault was found')
}
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

describe('scopes', () => {
  it.each([
    ['let a = q[0]; { let a = q[1]; x a; } y a;', ['x 1', 'y 0']],
    ['let a = q[0]; if (true) { let a = q[1]; x a; } y a;', ['x 1', 'y 0']],
    ['let a = q[0]; for int i in [1:2] { x a; let a = q[i]; z a; } y a;', ['x 0', 'z 1', 'x 0', 'z 2', 'y 0']],
    ['let a = q[0]; def f(qubit b) { let a = b; x a; } f(q[2]); y a;', ['x 2', 'y 0']],
    ['let a = q[0:1]; let b = a[1]; { let a = q[3]; x b; } y a;', ['x 1', 'y 0', 'y 1']],
    ['const int n = 3; { const int n = 1; x q[n]; } y q[n];', ['x 1', 'y 3']],
    ['int n = 3; for int n in [0:1] { x q[n]; } y q[n];', ['x 0', 'x 1', 'y 3']],
    ['int n = 2; gate g(n) a { rz(n) a; } g(1) q[0]; rz(n) q[0];', ['rz(1) 0', 'rz(2) 0']],
    ['int n = 1; def f(int n) { n = 2; rz(n) q[0]; } f(n); rz(n) q[0];', ['rz(2) 0', 'rz(1) 0']],
    ['array[int, 1] a = {1}; { array[int, 1] a = {2}; rz(a[0]) q[0]; } rz(a[0]) q[0];', ['rz(2) 0', 'rz(1) 0']],
    ['int n = 1; { n *= 2; int n = 5; n *= 2; rz(n) q[0]; } rz(n) q[0];', ['rz(10) 0', 'rz(2) 0']],
    ['int n = 100; def f() -> int { return n * 2; } n = 200; rz(f()) q[0];', ['rz(400) 0']],
  ])('%s', (text, want) => expect(lines(NEW + text)).toEqual(want))

  it('of aliases are told of where a block takes a name again', () => {
    expect(parseQasm(`${NEW}let a = q[0];\n{ let a = q[1]; }`).notes).toEqual([
      'The alias a in a block (line 3, column 3) ends with its block; the a outside stays what it was.',
    ])
    expect(parseQasm(`${NEW}let a = q[0]; { let b = q[1]; }`).notes).toEqual([])
  })
})

describe('registers and their parts', () => {
  it.each([
    ['let a = q[3:-1:0]; x a[0]; let b = a[1:2]; y b[0]; let d = b ++ a[0]; z d[2];', ['x 3', 'y 2', 'z 3']],
    ['c = "011"; if (c[0]) x q[0]; if (c[2]) x q[2]; if (c[1:2] == "01") y q[1];', ['x 0', 'y 1']],
    ['cx q[0:1], q[1:2];', ['cx 0,1', 'cx 1,2']],
    ['reset q[0:1]; reset q[{3, 2}];', ['reset 0', 'reset 1', 'reset 3', 'reset 2']],
  ])('%s', (text, want) => expect(lines(NEW + text).filter(line => !/ 4|-> /.test(line))).toEqual(want))

  it.each([
    ['h q[2:1];', 3, /this index names nothing: .* 2:-1:0/],
    ['x q[{0, 0}];', 3, /index 0 stands twice/],
    ['let a = q[0:1] ++ q[1:2];', 1, /one element twice/],
    ['c = measure q;', 1, /4 qubits cannot be measured into 3/],
    ['switch (1) { default { x q[0]; } case 1 { y q[0]; } }', 34, /default stands once, behind all cases/],
    ['switch (c[0]) { case 1 { x q[0]; } case 1 { y q[0]; } }', 41, /1 stands in two cases/],
    ['pow(1e300) @ rz(1e300) q[0];', 1, /beyond all numbers/],
  ])('%s is refused', (text, column, message) => {
    expect(problem(`${NEW}${text.includes('c[0]') ? 'c[0] = measure q[0];' : ''}\n${text}`)).toMatchObject({
      ...{ line: 3, column, message },
    })
  })

  it('a barrier names a qubit once, in the body of a gate too, so that the circuit can be submitted', () => {
    for (const gates of ['g q[0], q[1];', 'ctrl @ g q[2], q[0], q[1];', 'inv @ g q[0], q[1];']) {
      const text = `${NEW}gate g a, b { barrier a, a; barrier b, a, b; } ${gates} c[0] = measure q[0];`
      const { circuit } = parseQasm(text)
      expect(validateCircuit(circuit)).toEqual([])
      const barriers = circuit.instructions.filter(({ name }) => name === 'barrier').map(({ qubits }) => qubits)
      expect(barriers.toSorted((a, b) => a.length - b.length)).toEqual([[0], [1, 0]])
    }
    const plain = 'gate g a,b { barrier a,a; } qubit[2] q; bit[1] c; g q[0],q[1]; c = measure q[0:0];'
    expect(lines(plain)).toEqual(['barrier 0', 'measure 0 -> 0'])
  })
})

describe('the version line', () => {
  it.each(['2', '2.0', '3', '3.0', '3.1'])('%s is known', version => {
    const body = version.startsWith('2') ? 'qreg q[1]; U(0,0,0) q[0];' : 'qubit q; U(0,0,0) q;'
    expect(parseQasm(`OPENQASM ${version}; ${body}`).circuit.instructions).toHaveLength(1)
  })

  it.each(['2.1', '2.9', '3.7', '3.2', '1.0', '4', '30', '2.00'])('%s is not', version => {
    expect(problem(`OPENQASM ${version}; qubit q;`)).toEqual({
      ...{ line: 1, column: 10, kind: 'unsupported' },
      message: `OpenQASM ${version} is not known here; 2.0, 3.0 and 3.1 are`,
    })
  })
})

describe('outcomes of a subroutine', () => {
  const notes = (text: string) => parseQasm(NEW + text).notes

  it('that one another are written over are named, each with its place', () => {
    const measured = 'def m(qubit a) -> bit {\nbit b; b = measure a; return b; }\n'
    expect(notes(`${measured}for int i in [0:2] m(q[i]);`)).toEqual([
      'Classical bit 3 holds outcomes that no register at the top of the program takes.',
      '2 outcomes are not in the results: later ones of local variables are written over them in classical bit 3. They are measured at line 3, column 8 (2 of them). To keep all, measure into registers at the top of the program.',
    ])
    const twice =
      'def m(qubit a, qubit b) -> bit { bit r;\nr = measure a; r = measure b; return r; } c[0] = m(q[0], q[1]);'
    expect(notes(twice)).toEqual([
      'One outcome is not in the results: a later one of a local variable is written over it in classical bit 0. It is measured at line 3, column 1. To keep all, measure into registers at the top of the program.',
    ])
  })

  it('that all are in the results need no note', () => {
    const measured = 'def m(qubit a) -> bit { bit b; b = measure a; return b; } '
    expect(notes(`${measured}for int i in [0:2] c[i] = m(q[i]);`)).toEqual([])
    const kept = parseQasm(`${NEW}def m(qubit a) -> bit { return measure a; } m(q[0]); m(q[1]); m(q[2]);`)
    expect(kept.circuit.instructions.map(({ clbits }) => clbits)).toEqual([[3], [4], [5]])
    expect(kept.notes).toEqual([
      'Classical bits 3 to 5 hold outcomes that no register at the top of the program takes.',
    ])
  })
})
