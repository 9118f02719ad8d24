/** What can be put onto wires, in groups as they are looked for. */

import type { GateOperation } from '../../../../main/circuits/editing/writing/operation'
import { GATES } from '../../../../main/contract/gates/gate-table'

export interface PaletteGate {
  readonly name: string
  /** What it does, in a line. */
  readonly about: string
  /** The key that puts it at the caret; null for those without one. */
  readonly key: string | null
}

/** `c` and then one of the keys puts the gate under a control. */
const KEYS: Readonly<Record<string, string>> = {
  ...{ h: 'h', x: 'x', y: 'y', z: 'z', s: 's', t: 't', m: 'measure', r: 'reset', b: 'barrier', w: 'swap' },
  ...{ S: 'sdg', T: 'tdg', v: 'sx', V: 'sxdg', p: 'p', X: 'rx', Y: 'ry', Z: 'rz', u: 'u', i: 'id' },
}
const KEY_OF = new Map(Object.entries(KEYS).map(([key, name]) => [name, key]))

const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Fixed', ['h', 'x', 'y', 'z', 's', 'sdg', 't', 'tdg', 'sx', 'sxdg', 'id']],
  ['Angles', ['rx', 'ry', 'rz', 'p', 'u']],
  ['Two qubits and more', ['cx', 'cy', 'cz', 'ch', 'cp', 'crx', 'cry', 'crz', 'swap', 'iswap', 'ccx', 'cswap']],
  ['Other', ['measure', 'reset', 'barrier']],
]

const entry = (name: string): PaletteGate => ({ name, about: GATES[name]!.meaning, key: KEY_OF.get(name) ?? null })
const listed = new Set(GROUPS.flatMap(([, names]) => names))
/** Gates that the table gains later stand in the last group. */
const others = Object.keys(GATES).filter(name => !listed.has(name))

export const PALETTE: readonly { readonly title: string; readonly gates: readonly PaletteGate[] }[] = GROUPS.map(
  ([title, names], at) => ({ title, gates: [...names, ...(at === GROUPS.length - 1 ? others : [])].map(entry) }),
)

export const gateOfKey = (key: string): string | null => (Object.hasOwn(KEYS, key) ? KEYS[key]! : null)

/** Angles of a gate before anyone has said which. */
const FIRST_ANGLE = 'pi/2'

/** Wires of a circuit, by number. */
interface Wires {
  readonly qubits: number
  readonly clbits: number
  /** Qubits that are held as controls, on which the gate itself is not put. */
  readonly controls?: readonly number[]
}

/**
 * The operation that a gate is when it is put down with its first wire at `wire`: further qubits on the wires below, above where
 * none is left. null where the circuit has too few wires.
 */
export function operationAt(
  name: string,
  wire: number,
  { qubits, clbits, controls = [] }: Wires,
): GateOperation | null {
  const row = GATES[name]
  const count = name === 'barrier' ? 1 : (row?.qubits ?? 1)
  const free = Array.from({ length: qubits }, (_, qubit) => qubit).filter(
    qubit => qubit === wire || !controls.includes(qubit),
  )
  if (count > free.length) return null
  const below = free.findIndex(qubit => qubit >= wire)
  const first = Math.min(below === -1 ? free.length : below, free.length - count)
  const wires = free.slice(first, first + count)
  return {
    name,
    params: Array.from({ length: row?.params ?? 0 }, () => FIRST_ANGLE),
    controls: [],
    qubits: name === 'barrier' ? Array.from({ length: qubits }, (_, i) => i) : wires,
    clbits: name === 'measure' ? [Math.min(wire, Math.max(0, clbits - 1))] : [],
    condition: null,
  }
}
