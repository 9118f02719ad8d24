import { GATES } from '../../gates'
import type { Gate } from '../gate'
import { isOfVersion3 } from '../parser/keywords'

/** Operations of the circuit model as gates; phases per matrices.ts. */
export const NATIVE: ReadonlyMap<string, Gate> = new Map([
  ...Object.entries(GATES).flatMap(([name, { qubits, params, matrix }]): [string, Gate][] =>
    matrix ? [[name, { kind: 'native', name, params, qubits: qubits! }]] : [],
  ),
  ['gphase', { kind: 'native', name: 'gphase', params: 1, qubits: 0 }] as [string, Gate],
])

/** U of the language. As an object of its own it can be told from the u of libraries, whose phase nobody doubts. */
export const U: Gate = { kind: 'native', name: 'u', params: 3, qubits: 1 }
/** Gates that need no include. */
export const BUILT_IN: Readonly<Record<string, Gate>> = { U, CX: NATIVE.get('cx')!, gphase: NATIVE.get('gphase')! }

const ONE_QUBIT = ['x', 'y', 'z', 'h', 's', 'sdg', 't', 'tdg', 'sx', 'id', 'rx', 'ry', 'rz', 'p']
const MORE_QUBITS = ['cx', 'cy', 'cz', 'ch', 'cp', 'crx', 'cry', 'crz', 'swap', 'ccx', 'cswap']

/** A gate library: names that stand for an operation of the model, and definitions in OpenQASM 3 over all of those. */
export interface Library {
  readonly same: Readonly<Record<string, string>>
  readonly text: string
}

const same = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, name]))

/** stdgates.inc of OpenQASM 3. */
const STDGATES: Library = {
  same: { ...same([...ONE_QUBIT, ...MORE_QUBITS]), phase: 'p', cphase: 'cp', u1: 'p' },
  text: `
    gate u2(f, l) a { gphase(-(f + l) / 2); u(pi / 2, f, l) a; }
    gate u3(t, f, l) a { gphase(-(f + l) / 2); u(t, f, l) a; }
    gate cu(t, f, l, g) a, b { p(g) a; ctrl @ u(t, f, l) a, b; }`,
}

/** qelib1.inc of OpenQASM 2: the gates of its first edition and those that came later. */
const QELIB1: Library = {
  same: { ...same([...ONE_QUBIT, ...MORE_QUBITS, 'sxdg', 'u']), u1: 'p', u3: 'u', cu1: 'cp' },
  text: `
    gate u0(g) a { id a; }
    gate u2(f, l) a { u(pi / 2, f, l) a; }
    gate cu3(t, f, l) a, b { ctrl @ u(t, f, l) a, b; }
    gate cu(t, f, l, g) a, b { p(g) a; ctrl @ u(t, f, l) a, b; }
    gate csx a, b { ctrl @ sx a, b; }
    gate csxdg a, b { ctrl @ sxdg a, b; }
    gate cs a, b { ctrl @ s a, b; }
    gate csdg a, b { ctrl @ sdg a, b; }
    gate dcx a, b { cx a, b; cx b, a; }
    gate rzz(t) a, b { cx a, b; rz(t) b; cx a, b; }
    gate rxx(t) a, b { h a; h b; rzz(t) a, b; h a; h b; }
    gate ryy(t) a, b { rx(pi / 2) a; rx(pi / 2) b; rzz(t) a, b; rx(-pi / 2) a; rx(-pi / 2) b; }
    gate rzx(t) a, b { h b; rzz(t) a, b; h b; }
    gate rccx a, b, c { h c; t c; cx b, c; tdg c; cx a, c; t c; cx b, c; tdg c; h c; }
    gate rc3x a, b, c, d {
      h d; t d; cx c, d; tdg d; h d; cx a, d; t d; cx b, d; tdg d; cx a, d; t d; cx b, d; tdg d;
      h d; t d; cx c, d; tdg d; h d;
    }
    gate rcccx a, b, c, d { rc3x a, b, c, d; }
    gate ccz a, b, c { h c; ccx a, b, c; h c; }
    gate c3x a, b, c, d { ctrl(3) @ x a, b, c, d; }
    gate cccx a, b, c, d { ctrl(3) @ x a, b, c, d; }
    gate c3sqrtx a, b, c, d { ctrl(3) @ sx a, b, c, d; }
    gate cccsqrtx a, b, c, d { ctrl(3) @ sx a, b, c, d; }
    gate c4x a, b, c, d, e { ctrl(4) @ x a, b, c, d, e; }
    gate ccccx a, b, c, d, e { ctrl(4) @ x a, b, c, d, e; }`,
}

export const LIBRARIES: Readonly<Record<string, Library>> = { 'stdgates.inc': STDGATES, 'qelib1.inc': QELIB1 }

/** What to add to a message about an unknown gate: the libraries that define it, or that it is meant to be none. */
export function whereDefined(gate: string): string {
  if (isOfVersion3(gate)) return ' (it is a word of OpenQASM 3, and the program is said to be OpenQASM 2)'
  const files = Object.entries(LIBRARIES).filter(
    ([, { same, text }]) => Object.hasOwn(same, gate) || [' ', '('].some(end => text.includes(`gate ${gate}${end}`)),
  )
  return files.length > 0 ? ` (${files.map(([file]) => file).join(' and ')} would define it)` : ''
}

/** How iswap is written out for readers whose library lacks it; read back, this body is the operation itself. */
export const ISWAP_BODY = 's a; s b; h a; cx a, b; cx b, a; h b;'
