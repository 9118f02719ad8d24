import { describe, expect, it } from 'vitest'
import { validateCircuit } from '../../../../main/circuits/model/validate'
import { writeQasm2, writeQasm3 } from '../../../../main/circuits/qasm/write'
import { parseQasm } from './parse-qasm'
import { instructionLines, instructionText, problemsOf } from './read-lines'

const OLD = 'OPENQASM 2.0; include "qelib1.inc"; '
const NEW = 'OPENQASM 3.0; include "stdgates.inc"; '

describe('OpenQASM 2', () => {
  it('registers follow each other, gates broadcast over them', () => {
    const { circuit, version } = parseQasm(
      `${OLD} qreg a[2]; qreg b[2]; creg c[2]; creg d[2]; h a; cx a, b; cx a[0], b; measure b -> d;`,
    )
    expect(circuit.instructions.map(each => instructionText(each))).toEqual([
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
      instructionLines(
        `${OLD} qreg q[1]; creg c[3]; creg d[1]; if (c == 5) x q[0]; if(d==1) measure q[0] -> c[1]; if (d == 2) x q[0];`,
      ),
    ).toEqual(['if 0,1,2=5 x 0', 'if 3=1 measure 0 -> 1'])
  })

  it('^ is the power, functions and pi are known', () => {
    expect(
      instructionLines(`${OLD} qreg q[1]; rz(2^3^1 - sqrt(4)) q[0]; u1(-pi/2 + ln(exp(1)) * cos(0)) q[0];`),
    ).toEqual(['rz(6) 0', 'p(-0.570796) 0'])
  })

  it('gates of the program nest, take parameters, and hide those of the library', () => {
    const text = `${OLD} gate cu c, t { u1 (-3*pi/8) t; cx c, t; } gate two(a) c, t { cu t, c; barrier c, t; rz(a / 2) c; } qreg q[2]; two(1) q[0], q[1];`
    expect(instructionLines(text)).toEqual(['p(-1.178097) 0', 'cx 1,0', 'barrier 0,1', 'rz(0.5) 0'])
  })

  it('words of OpenQASM 3 are free names', () => {
    expect(
      instructionLines(
        `${OLD} qreg input[1]; creg bit[1]; gate box a { x a; } box input[0]; measure input[0] -> bit[0];`,
      ),
    ).toEqual(['x 0', 'measure 0 -> 0'])
  })

  it('a register may have the name of a gate of the library, and the gate is still there', () => {
    const text =
      'qreg h[2]; creg x[2]; gate own a, b { h a; cx a, b; } h h[0]; x h[1]; own h[1], h[0]; measure h -> x; if (x == 1) x h[0];'
    expect(instructionLines(`${OLD} ${text}`)).toEqual([
      ...['h 0', 'x 1', 'h 1', 'cx 1,0', 'measure 0 -> 0', 'measure 1 -> 1'],
      'if 0,1=1 x 0',
    ])
  })

  it('lines may end as they like, and a mark of the byte order may come first', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(
        instructionLines(
          `\ufeff// note${end}OPENQASM 2.0;${end}include "qelib1.inc";${end}qreg q[2];${end}// x q[0];${end}h q[1];`,
        ),
      ).toEqual(['h 1'])
  })

  it('opaque gates may stand but not run', () => {
    expect(instructionLines(`${OLD} opaque m(a) x0; qreg q[1]; h q[0];`)).toEqual(['h 0'])
    expect(problemsOf(`${OLD} opaque m(a) x0; qreg q[1]; m(1) q[0];`)).toMatchObject([
      { kind: 'unsupported', message: /opaque/ },
    ])
  })
})

describe('OpenQASM 3', () => {
  const program = `${NEW} qubit[4] q; bit[4] c; `

  it('ranges, negative indices, sets and aliases pick qubits', () => {
    expect(
      instructionLines(`${program} h q[0:2:3]; x q[-1]; let a = q[{2, 0}] ++ q[3]; y a[0:1]; z a[2]; s q[3:-2:1];`),
    ).toEqual(['h 0', 'h 2', 'x 3', 'y 2', 'y 0', 'z 3', 's 3', 's 1'])
  })

  it('loops unroll, with break, continue and while', () => {
    const loop = 'for int i in [0:9] { if (i == 1) continue; if (i > 3) break; x q[i]; } for int j in {3, 1} y q[j];'
    expect(instructionLines(`${program} ${loop} int k = 2; while (k > 0) { z q[k]; k -= 1; }`)).toEqual([
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
      instructionLines(
        `${program} uint[4] n = 5; for uint i in [0:3] { if (bool(n[i])) x q[i]; } n <<= 1; rz(n) q[0]; rz(1 << 3 | 1) q[1];`,
      ),
    ).toEqual(['x 0', 'x 2', 'rz(10) 0', 'rz(9) 1'])
  })

  it('what a measurement decides becomes conditions, else and nesting included', () => {
    const text = `${program} c = measure q; if (c[0] == 1) { x q[0]; if (!c[1]) y q[0]; else z q[0]; } else h q[0];
      if (int[4](c) == 3) s q; if (c[0] == 0 && c[2]) t q[1];`
    expect(instructionLines(text).slice(4)).toEqual([
      'if 0=1 x 0',
      'if 0,1=1 y 0',
      'if 0,1=3 z 0',
      'if 0=0 h 0',
      ...[0, 1, 2, 3].map(qubit => `if 0,1,2,3=3 s ${qubit}`),
      'if 0,2=2 t 1',
    ])
  })

  it('or, xor and switch become disjoint cases', () => {
    expect(
      instructionLines(`${program} c = measure q; if (c[0] || c[1]) x q[0]; if (c[2] != c[3]) y q[0];`).slice(4),
    ).toEqual(['if 0,1=2 x 0', 'if 0=1 x 0', 'if 2,3=2 y 0', 'if 2,3=1 y 0'])
    const cases = 'switch (c[0:1]) { case 0, 3 { x q[0]; } case 1 { y q[0]; } default { z q[0]; } }'
    expect(instructionLines(`${program} c = measure q; ${cases}`).slice(4)).toEqual([
      'if 0,1=0 x 0',
      'if 0,1=3 x 0',
      'if 0,1=1 y 0',
      'if 0,1=2 z 0',
    ])
  })

  it('the bits that a subroutine returns are measured where they are stored', () => {
    const text = `${NEW} qubit[2] q; bit[2] syn; def f(qubit[2] d, float a) -> bit[2] { bit[2] b; rx(a) d[0]; measure d -> b; return b; } syn = f(q, pi); if (syn == 2) x q[0];`
    expect(parseQasm(text)).toMatchObject({ circuit: { num_clbits: 2 }, notes: [] })
    expect(instructionLines(text)).toEqual(['rx(3.141593) 0', 'measure 0 -> 0', 'measure 1 -> 1', 'if 0,1=2 x 0'])
  })

  it('local bits lie behind the declared ones, and serve again', () => {
    const text = `${NEW} qubit[2] q; bit out; for int i in [0:2] { bit b; b = measure q[0]; if (b) x q[1]; } out = measure q[1];`
    const { circuit, notes } = parseQasm(text)
    expect(instructionLines(text).slice(0, 2)).toEqual(['measure 0 -> 1', 'if 1=1 x 1'])
    expect(circuit.result_clbits).toBe(1)
    expect(circuit.instructions.every(({ clbits = [] }) => clbits.every(bit => bit <= 1))).toBe(true)
    expect(notes).toEqual([
      'Classical bit 1 holds outcomes of local variables; it is not in the results. To have them there, measure into registers at the top of the program.',
    ])
  })

  it('a note points out ^ between numbers where no version says whether it is a power', () => {
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
    expect(instructionLines(text)).toEqual(['cx 0,1', 'y 1', 'cx 0,2', 'y 2', 'cx 0,3', 'y 3', 'h 0'])
    expect(parseQasm(text).notes).toEqual([
      'The alias io in a block (line 1, column 101) ends with its block; the io outside stays what it was.',
    ])
    expect(
      instructionLines(`${NEW} qubit[4] q; let a = q[0]; x a; let a = q[1:2]; x a; { let b = a[1]; z b; } y a[1];`),
    ).toEqual([...['x 0', 'x 1', 'x 2', 'z 2', 'y 2']])
  })

  it('a box is what it holds, and unsigned integers wrap around', () => {
    const text = `${program} uint[2] k = 3; k += 2; box { x q[k]; { y q[0]; } } const int[8] low = -3; rz(low) q[1];`
    expect(instructionLines(text)).toEqual(['x 1', 'y 0', 'rz(-3) 1'])
  })

  it('constants of local bits decide at once', () => {
    expect(
      instructionLines(`${program} for uint i in [0:1] { bit[2] s = bit[2](i); if (s[0] == 1) x q[i]; else y q[i]; }`),
    ).toEqual(['y 0', 'x 1'])
  })

  it('physical qubits are qubits where none are declared', () => {
    const { circuit } = parseQasm(`${NEW} bit c; h $2; c = measure $0;`)
    expect(circuit).toMatchObject({
      num_qubits: 3,
      physical_qubits: true,
      instructions: [
        { name: 'h', qubits: [2] },
        { name: 'measure', qubits: [0] },
      ],
    })
    expect(parseQasm(writeQasm3(circuit)).circuit).toEqual(circuit)
    expect(() => writeQasm2(circuit)).toThrow(/OpenQASM 2 cannot express physical qubits/)
    const wider = { ...circuit, num_qubits: 9 }
    expect(parseQasm(writeQasm3(wider)).circuit).toEqual(circuit)
    const registers = [{ name: 'q', kind: 'qubit' as const, size: 3 }]
    expect(validateCircuit({ ...circuit, registers })).toMatchObject([{ pointer: '/circuit/registers' }])
  })

  it('words that only some editions keep may be names', () => {
    expect(instructionLines(`${NEW} qubit input; bit output; qubit opaque; x input; output = measure input;`)).toEqual([
      'x 0',
      'measure 0 -> 0',
    ])
  })

  it('a function may stand as a statement, and does nothing', () =>
    expect(instructionLines(`${NEW} qubit q; sin(1); popcount("11"); x q;`)).toEqual(['x 0']))

  it('names may be Greek, annotations, pragmas and both comments are passed over', () => {
    const text = `#pragma anything { (\n@note x y\n${NEW.replace('OPENQASM 3.0; ', '')} qubit q; const float ϑ = π / 2; // end\n rx(ϑ) /* { */ q;`
    expect(instructionLines(text)).toEqual(['rx(1.570796) 0'])
  })
})
