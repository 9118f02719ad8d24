import { describe, expect, it } from 'vitest'
import { QasmError } from '../../../../main/circuits/qasm/model/diagnostics'
import { parseQasm } from '../../../../main/circuits/qasm/read'
import type { Condition, Instruction } from '../../../../main/contract/jobs/circuit'

const OLD = 'OPENQASM 2.0; include "qelib1.inc"; '
const NEW = 'OPENQASM 3.0; include "stdgates.inc"; '

/** `h 0`, `rx(0.5) 1`, `measure 0 -> 2`, with `if …` in front where there is a condition. */
function spelled({ name, qubits, clbits, params, condition }: Instruction): string {
  const angles = params ? `(${params.map(angle => Number(angle.toFixed(6))).join()})` : ''
  return `${whenOf(condition)}${name}${angles} ${qubits.join()}${clbits ? ` -> ${clbits.join()}` : ''}`
}
function whenOf(condition: Condition | undefined): string {
  if (!condition) return ''
  return 'clbit' in condition
    ? `if ${condition.clbit}=${condition.value} `
    : `if ${condition.clbits.join()}=${condition.value} `
}
const lines = (text: string) => parseQasm(text).circuit.instructions.map(spelled)

function problems(text: string) {
  try {
    parseQasm(text)
  } catch (error) {
    if (error instanceof QasmError) return error.problems
    throw error
  }
  throw new Error('no fault was found')
}

describe('OpenQASM 2', () => {
  it('registers follow each other, gates broadcast over them', () => {
    const { circuit, version } = parseQasm(
      `${OLD} qreg a[2]; qreg b[2]; creg c[2]; creg d[2]; h a; cx a, b; cx a[0], b; measure b -> d;`,
    )
    expect(circuit.instructions.map(spelled)).toEqual([
      'h 0',
      'h 1',
      'cx 0,2',
      'cx 1,3',
      'cx 0,2',
      'cx 0,3',
      'measure 2 -> 2',
      'measure 3 -> 3',
    ])
    expect(circuit.registers?.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
    expect(version).toBe('2.0')
  })

  it('conditions read whole registers', () => {
    expect(
      lines(
        `${OLD} qreg q[1]; creg c[3]; creg d[1]; if (c == 5) x q[0]; if(d==1) measure q[0] -> c[1]; if (d == 2) x q[0];`,
      ),
    ).toEqual(['if 0,1,2=5 x 0', 'if 3=1 measure 0 -> 1'])
  })

  it('^ is the power, functions and pi are known', () => {
    expect(lines(`${OLD} qreg q[1]; rz(2^3^1 - sqrt(4)) q[0]; u1(-pi/2 + ln(exp(1)) * cos(0)) q[0];`)).toEqual([
      'rz(6) 0',
      'p(-0.570796) 0',
    ])
  })

  it('gates of the program nest, take parameters, and hide those of the library', () => {
    const text = `${OLD} gate cu c, t { u1 (-3*pi/8) t; cx c, t; } gate two(a) c, t { cu t, c; barrier c, t; rz(a / 2) c; } qreg q[2]; two(1) q[0], q[1];`
    expect(lines(text)).toEqual(['p(-1.178097) 0', 'cx 1,0', 'barrier 0,1', 'rz(0.5) 0'])
  })

  it('words of OpenQASM 3 are free names', () => {
    expect(
      lines(`${OLD} qreg input[1]; creg bit[1]; gate box a { x a; } box input[0]; measure input[0] -> bit[0];`),
    ).toEqual(['x 0', 'measure 0 -> 0'])
  })

  it('a register may have the name of a gate of the library, and the gate is still there', () => {
    const text =
      'qreg h[2]; creg x[2]; gate own a, b { h a; cx a, b; } h h[0]; x h[1]; own h[1], h[0]; measure h -> x; if (x == 1) x h[0];'
    expect(lines(`${OLD} ${text}`)).toEqual([
      ...['h 0', 'x 1', 'h 1', 'cx 1,0', 'measure 0 -> 0', 'measure 1 -> 1'],
      'if 0,1=1 x 0',
    ])
  })

  it('lines may end as they like, and a mark of the byte order may come first', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(
        lines(
          `\ufeff// note${end}OPENQASM 2.0;${end}include "qelib1.inc";${end}qreg q[2];${end}// x q[0];${end}h q[1];`,
        ),
      ).toEqual(['h 1'])
  })

  it('opaque gates may stand but not run', () => {
    expect(lines(`${OLD} opaque m(a) x0; qreg q[1]; h q[0];`)).toEqual(['h 0'])
    expect(problems(`${OLD} opaque m(a) x0; qreg q[1]; m(1) q[0];`)).toMatchObject([
      { kind: 'unsupported', message: /opaque/ },
    ])
  })
})

describe('OpenQASM 3', () => {
  const program = `${NEW} qubit[4] q; bit[4] c; `

  it('ranges, negative indices, sets and aliases pick qubits', () => {
    expect(lines(`${program} h q[0:2:3]; x q[-1]; let a = q[{2, 0}] ++ q[3]; y a[0:1]; z a[2]; s q[3:-2:1];`)).toEqual([
      'h 0',
      'h 2',
      'x 3',
      'y 2',
      'y 0',
      'z 3',
      's 3',
      's 1',
    ])
  })

  it('loops unroll, with break, continue and while', () => {
    const loop = 'for int i in [0:9] { if (i == 1) continue; if (i > 3) break; x q[i]; } for int j in {3, 1} y q[j];'
    expect(lines(`${program} ${loop} int k = 2; while (k > 0) { z q[k]; k -= 1; }`)).toEqual([
      'x 0',
      'x 2',
      'x 3',
      'y 3',
      'y 1',
      'z 2',
      'z 1',
    ])
  })

  it('integers can be indexed by bit, and shift', () => {
    expect(
      lines(
        `${program} uint[4] n = 5; for uint i in [0:3] { if (bool(n[i])) x q[i]; } n <<= 1; rz(n) q[0]; rz(1 << 3 | 1) q[1];`,
      ),
    ).toEqual(['x 0', 'x 2', 'rz(10) 0', 'rz(9) 1'])
  })

  it('what a measurement decides becomes conditions, else and nesting included', () => {
    const text = `${program} c = measure q; if (c[0] == 1) { x q[0]; if (!c[1]) y q[0]; else z q[0]; } else h q[0];
      if (int[4](c) == 3) s q; if (c[0] == 0 && c[2]) t q[1];`
    expect(lines(text).slice(4)).toEqual([
      'if 0=1 x 0',
      'if 0,1=1 y 0',
      'if 0,1=3 z 0',
      'if 0=0 h 0',
      ...[0, 1, 2, 3].map(qubit => `if 0,1,2,3=3 s ${qubit}`),
      'if 0,2=2 t 1',
    ])
  })

  it('or, xor and switch become disjoint cases', () => {
    expect(lines(`${program} c = measure q; if (c[0] || c[1]) x q[0]; if (c[2] != c[3]) y q[0];`).slice(4)).toEqual([
      'if 0,1=2 x 0',
      'if 0=1 x 0',
      'if 2,3=2 y 0',
      'if 2,3=1 y 0',
    ])
    const cases = 'switch (c[0:1]) { case 0, 3 { x q[0]; } case 1 { y q[0]; } default { z q[0]; } }'
    expect(lines(`${program} c = measure q; ${cases}`).slice(4)).toEqual([
      'if 0,1=0 x 0',
      'if 0,1=3 x 0',
      'if 0,1=1 y 0',
      'if 0,1=2 z 0',
    ])
  })

  it('the bits that a subroutine returns are measured where they are stored', () => {
    const text = `${NEW} qubit[2] q; bit[2] syn; def f(qubit[2] d, float a) -> bit[2] { bit[2] b; rx(a) d[0]; measure d -> b; return b; } syn = f(q, pi); if (syn == 2) x q[0];`
    expect(parseQasm(text)).toMatchObject({ circuit: { num_clbits: 2 }, notes: [] })
    expect(lines(text)).toEqual(['rx(3.141593) 0', 'measure 0 -> 0', 'measure 1 -> 1', 'if 0,1=2 x 0'])
  })

  it('local bits lie behind the declared ones, and serve again', () => {
    const text = `${NEW} qubit[2] q; bit out; for int i in [0:2] { bit b; b = measure q[0]; if (b) x q[1]; } out = measure q[1];`
    const { circuit, notes } = parseQasm(text)
    expect(lines(text).slice(0, 2)).toEqual(['measure 0 -> 1', 'if 1=1 x 1'])
    expect(circuit.instructions.every(({ clbits = [] }) => clbits.every(bit => bit <= 1))).toBe(true)
    expect(notes).toEqual([
      'Classical bit 1 holds outcomes that no register at the top of the program takes.',
      expect.stringMatching(
        /^2 outcomes are not in the results: .* classical bit 1\. They .* line 1, column 89 \(2 of/,
      ),
    ])
  })

  it('a note tells of ^ between numbers where no version says whether it is a power', () => {
    const program = 'include "stdgates.inc"; qubit q; rz(2 ^ 3) q;'
    expect(parseQasm(program)).toMatchObject({
      circuit: { instructions: [{ name: 'rz', params: [1] }] },
      notes: [
        expect.stringMatching(/^At line 1, column 39 the sign \^ is the exclusive or .* write \*\* there, or begin/),
      ],
    })
    expect(parseQasm(`OPENQASM 3.0; ${program}`).notes).toEqual([])
    expect(parseQasm('include "qelib1.inc"; qreg q[1]; rz(2 ^ 3) q[0];')).toMatchObject({
      circuit: { instructions: [{ name: 'rz', params: [8] }] },
      notes: [],
    })
  })

  it('an alias in a block ends with the block, and the one outside stays; a note says so', () => {
    const text = `${NEW} qubit[4] q; let io = q[0]; for int i in [1:3] { cx io, q[i]; let io = q[i]; y io; } h io;`
    expect(lines(text)).toEqual(['cx 0,1', 'y 1', 'cx 0,2', 'y 2', 'cx 0,3', 'y 3', 'h 0'])
    expect(parseQasm(text).notes).toEqual([
      'The alias io in a block (line 1, column 101) ends with its block; the io outside stays what it was.',
    ])
    expect(lines(`${NEW} qubit[4] q; let a = q[0]; x a; let a = q[1:2]; x a; { let b = a[1]; z b; } y a[1];`)).toEqual([
      ...['x 0', 'x 1', 'x 2', 'z 2', 'y 2'],
    ])
  })

  it('a box is what it holds, and unsigned integers wrap around', () => {
    const text = `${program} uint[2] k = 3; k += 2; box { x q[k]; { y q[0]; } } const int[8] low = -3; rz(low) q[1];`
    expect(lines(text)).toEqual(['x 1', 'y 0', 'rz(-3) 1'])
  })

  it('constants of local bits decide at once', () => {
    expect(
      lines(`${program} for uint i in [0:1] { bit[2] s = bit[2](i); if (s[0] == 1) x q[i]; else y q[i]; }`),
    ).toEqual(['y 0', 'x 1'])
  })

  it('physical qubits are qubits where none are declared', () => {
    const { circuit } = parseQasm(`${NEW} bit c; h $2; c = measure $0;`)
    expect(circuit).toMatchObject({
      num_qubits: 3,
      instructions: [
        { name: 'h', qubits: [2] },
        { name: 'measure', qubits: [0] },
      ],
    })
  })

  it('words that only some editions keep may be names', () => {
    expect(lines(`${NEW} qubit input; bit output; qubit opaque; x input; output = measure input;`)).toEqual([
      'x 0',
      'measure 0 -> 0',
    ])
  })

  it('a function may stand as a statement, and does nothing', () =>
    expect(lines(`${NEW} qubit q; sin(1); popcount("11"); x q;`)).toEqual(['x 0']))

  it('names may be Greek, annotations, pragmas and both comments are passed over', () => {
    const text = `#pragma anything { (\n@note x y\n${NEW.replace('OPENQASM 3.0; ', '')} qubit q; const float ϑ = π / 2; // end\n rx(ϑ) /* { */ q;`
    expect(lines(text)).toEqual(['rx(1.570796) 0'])
  })
})

describe('a fault', () => {
  it('names an index from the end as it was written', () => {
    const at = (text: string) => problems(`${NEW} qubit[2] q; array[int, 3] a;\n${text}`)
    expect(at('x q[-3];')).toMatchObject([{ line: 2, message: 'index -3 is outside of 0..1' }])
    expect(at('x q[-3:0];')).toMatchObject([{ line: 2, message: 'index -3 is outside of 0..1' }])
    expect(at('a[-4] = 1;')).toMatchObject([{ line: 2, message: 'index -4 is outside of 0..2' }])
  })

  it('is told with its line and column, and so are those after it', () => {
    expect(problems(`${NEW}\nqubit[2] q;\nx q[2];\nfoo q[0];\n  cx q[0], q[0];\nx q;\nmeasure q -> d;`)).toEqual([
      { line: 3, column: 3, kind: 'semantic', message: 'index 2 is outside of 0..1' },
      { line: 4, column: 1, kind: 'semantic', message: 'foo is not declared' },
      { line: 5, column: 3, kind: 'semantic', message: 'cx names one qubit twice' },
      { line: 7, column: 14, kind: 'semantic', message: 'd is not declared' },
    ])
  })

  it('of the syntax does not hide the next', () => {
    expect(problems('OPENQASM 3;\nqubit q\nU(1, 2, 3) q;\nif (true { U(0,0,0) q; }\nqubit[2 r;')).toMatchObject([
      { line: 3, column: 1, kind: 'syntax', message: /expected ";"/ },
      { line: 4, column: 10, kind: 'syntax', message: /expected "\)"/ },
      { line: 5, column: 9, kind: 'syntax', message: /expected "\]"/ },
    ])
  })

  it('in a declaration is told once, not at every use', () => {
    expect(problems(`${NEW} qubit[0] q; x q; h q;`)).toHaveLength(1)
  })

  it.each([
    ['defcalgrammar "openpulse";', /defcalgrammar/],
    ['cal { anything { } }', /cal is not/],
    ['defcal x $0 { play(d, g(...)); }', /defcal/],
    ['extern f(int[32]) -> bit;', /extern/],
    ['input float[64] a;', /input/],
    ['boxas b { x q[0]; }', /boxas .* write box/],
    ['x[100ns] q[0];', /durations of gates .* leave the brackets out/],
    ['rx(1)[100ns] q[0];', /durations of gates/],
    ['duration d = 1us; int a = d;', /the duration d has no value/],
    ['def f(duration d) { }', /the type duration .* in delay alone/],
    ['complex[float[64]] z;', /complex/],
    ['float z = 2im;', /imaginary/],
    ['array[complex[float], 2] z;', /complex/],
    ['int a = durationof({x q[0];});', /durationof/],
    ['while (c[0] == 0) { c[0] = measure q[0]; }', /while .* a for loop over a range, left by break/],
    ['while (true) { c[0] = measure q[0]; if (c[0]) break; }', /while/],
    ['if (c[0]) end;', /end where a measurement decides .* else/],
    ['def f() { end; } f();', /end in a subroutine/],
    ['int n = 0; if (c[0]) n = 1; x q[n];', /an index cannot depend on a measurement/],
    ['bit[11] d; bool a = d[0] ^ d[1] ^ d[2]; if (popcount(d) == 3) x q[0];', /more than 10 measured bits/],
    ['include "other.inc";', /other\.inc/],
    ['gate g a, b { cx a, b; x a; } pow(0.5) @ g q[0], q[1];', /fractional power of g/],
  ])('%s is named as unsupported', (statement, message) => {
    expect(problems(`${NEW}\nqubit[2] q; bit[2] c;\n${statement}`)).toMatchObject([
      { kind: 'unsupported', message, line: 3 },
    ])
  })

  it.each([
    ['', /no qubits/],
    [`${NEW} qubit q; bit c; if (c == 1)`, /found the end of the text/],
    [`${NEW} qubit[2] q; bit[3] c; measure q -> c;`, /2 qubits cannot be measured into 3/],
    [`${NEW} qubit[2] q; qubit[3] r; cx q, r;`, /different lengths/],
    [`${NEW} qubit q; rx q;`, /takes 1 parameters, 0 given/],
    [`${NEW} qubit q; gate g a { nothere a; }`, /no gate nothere/],
    [`${NEW} qubit q; gate g a { g a; }`, /no gate g/],
    [`${NEW} qubit q; int n = n + 1;`, /n is not declared/],
    [`${NEW} qubit q; let a = a;`, /a is not declared/],
    [`${NEW} qubit q; duration d = 2 * d;`, /d is not declared/],
    [`${NEW} qubit q; array[int, 2] a = {a[0], 1};`, /a is not declared/],
    [`${NEW} qubit[n] n;`, /n is not declared/],
    [`${NEW} # a comment`, /expected a statement, found "#"; comments begin with/],
    [`${NEW} qubit q, r;`, /a declaration has one name/],
    [`${NEW} int a = 1, b = 2; qubit q;`, /a declaration has one name/],
    ['OPENQASM 3; include "stdgates.inc; qubit q;', /this string is not closed on its line/],
    [`${NEW} qubit q; qubit q;`, /declared already/],
    [`${NEW} qubit q; const int n = 1; n = 2;`, /constant/],
    [`${NEW} qubit q; rx(1 / 0) q;`, /no finite value/],
    [`${NEW} qubit q; int[2] k = 9;`, /does not fit in int\[2\]/],
    ['OPENQASM 4.0; qubit q;', /OpenQASM 4\.0/],
    ['OPENQASM 2.0; qreg q[1]; h q[0];', /h is not declared \(stdgates\.inc and qelib1\.inc would define it\)/],
    [`${NEW} qubit[2] q; rzz(1) q[0], q[1];`, /rzz is not declared \(qelib1\.inc would define it\)/],
    ['qubit q; gate g a { h a; }', /no gate h \(stdgates\.inc/],
    [`${NEW} qubit q; bit c; c = measure q; if (c == 1); x q;`, /empty statement cannot be a branch/],
    [`${NEW} qubit q; while (false); x q;`, /empty statement cannot be a branch or the body of a loop/],
    [`${NEW} qubit q; int[8] def = 1;`, /"def" is a word of the language/],
    [
      `${NEW} qubit q; bit c; def f(bit a) -> bit { if (a) return 1; } c = f(c);`,
      /f may end without returning a value/,
    ],
    [`${NEW} qubit q; bit c; if (c) break;`, /break stands outside of any loop/],
    [`${NEW} qubit q; int n = 1; n++;`, /write \+= 1/],
    [`${NEW} qubit q; gate g(a) { }`, /acts on no qubits/],
    [`${NEW} qubit q; break;`, /break stands outside of any loop/],
    [`${NEW} qubit q; def f(qubit a) { continue; } for int i in [0:1] f(q);`, /continue stands outside of any loop/],
    [`${NEW} qubit q; return;`, /return stands outside of any subroutine/],
  ])('in %j is explained', (text, message) => {
    expect(problems(text)[0]!.message).toMatch(message)
  })

  it('in a very long word shows its beginning', () => {
    expect(problems(`${NEW} qubit q; ${'a'.repeat(1_000_000)} q;`)).toMatchObject([
      { message: expect.stringMatching(/^a{400}…$/) },
    ])
  })

  it('reads as an error of the service, with every problem in its details', () => {
    const error = (() => {
      try {
        return parseQasm('OPENQASM 3; qubit q; y q; z q;')
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toMatchObject({
      code: 'invalid_file',
      message: /^OpenQASM line 1, column 22: y is not declared \(and 1 more\)$/,
    })
    expect((error as QasmError).details.problems).toHaveLength(2)
  })
})
