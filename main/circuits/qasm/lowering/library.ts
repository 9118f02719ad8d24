import { GATES, UNITARY_GATES } from '../../../contract/gates/gate-table'
import type { GateDefinition } from '../model/ast'
import { isOfVersion3 } from '../parser/keywords'

/** Operations of the circuit model as gates, with the phases of matrices.ts, and the global phase. */
export const NATIVE: ReadonlyMap<string, GateDefinition> = new Map([
  ...UNITARY_GATES.map(([name, { qubits, params }]): [string, GateDefinition] => {
    return [name, { kind: 'native', name, params, qubits: qubits! }]
  }),
  ['gphase', { kind: 'native', name: 'gphase', params: 1, qubits: 0 }] as [string, GateDefinition],
])

/**
 * U of the language: an object of its own, because editions of OpenQASM 3 differ in its phase, not in that of the
 * libraries' u.
 */
export const U: GateDefinition = { kind: 'native', name: 'u', params: 3, qubits: 1 }
/** Gates that need no include. */
export const BUILT_IN: Readonly<Record<string, GateDefinition>> = {
  U,
  CX: NATIVE.get('cx')!,
  gphase: NATIVE.get('gphase')!,
}

/**
 * A gate library: names that stand for an operation of the model, and definitions in OpenQASM 3 by these operations and
 * earlier definitions.
 */
export interface Library {
  readonly same: Readonly<Record<string, string>>
  readonly text: string
}

const same = (library: 'stdgates' | 'qelib1') =>
  Object.fromEntries(UNITARY_GATES.flatMap(([name, { openqasm }]) => openqasm[library].map(word => [word, name])))

/** stdgates.inc of OpenQASM 3. */
const STDGATES: Library = {
  same: same('stdgates'),
  text: `
    gate u2(f, l) a { gphase(-(f + l) / 2); u(pi / 2, f, l) a; }
    gate u3(t, f, l) a { gphase(-(f + l) / 2); u(t, f, l) a; }
    gate cu(t, f, l, g) a, b { p(g) a; ctrl @ u(t, f, l) a, b; }`,
}

/** qelib1.inc of OpenQASM 2: the gates of its first edition and those that came later. */
const QELIB1: Library = {
  same: same('qelib1'),
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

/**
 * Hint for a message about an unknown gate: the libraries that define it, or that the name is a word of OpenQASM 3;
 * else empty.
 */
export function libraryHint(gate: string): string {
  if (isOfVersion3(gate)) return ' (it is a word of OpenQASM 3, and the program is said to be OpenQASM 2)'
  if (gate === 'u') return ' (OpenQASM 3 has U built in; qelib1.inc would define u)'
  const files = Object.entries(LIBRARIES).filter(
    ([, { same, text }]) => Object.hasOwn(same, gate) || [' ', '('].some(end => text.includes(`gate ${gate}${end}`)),
  )
  return files.length > 0 ? ` (${files.map(([file]) => file).join(' and ')} would define it)` : ''
}

/**
 * By the name of a gate that no library holds, the body, on qubits a and b, of the definition that is written for other
 * readers; read back, a definition with this body is the operation itself.
 */
export const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries(GATES)
    .filter(
      ([, { openqasm, decomposition }]) => decomposition && openqasm.stdgates.length + openqasm.qelib1.length === 0,
    )
    .map(([name, { decomposition }]) => [
      name,
      decomposition!([])
        .map(([step, on]) => `${step} ${on.map(at => 'ab'[at]).join(', ')};`)
        .join(' '),
    ]),
)
