/** The gates of the palette, in groups. */
import type { Definition } from '../../../../main/circuits/editing/document/model'
import type { GateOperation } from '../../../../main/circuits/editing/writing/operation'
import { GATES, gateNamed } from '../../../../main/contract/gates/gate-table'

export interface PaletteGate {
  readonly name: string
  /** What it does, in a line. */
  readonly about: string
  /** The key that puts it at the caret; null for those without one. */
  readonly key: string | null
}

/** `c` and then one of the keys puts the gate under a control. */
const KEYS: Readonly<Record<string, string>> = {
  h: 'h',
  x: 'x',
  y: 'y',
  z: 'z',
  s: 's',
  t: 't',
  m: 'measure',
  r: 'reset',
  b: 'barrier',
  w: 'swap',
  S: 'sdg',
  T: 'tdg',
  v: 'sx',
  V: 'sxdg',
  p: 'p',
  X: 'rx',
  Y: 'ry',
  Z: 'rz',
  u: 'u',
  i: 'id',
}
const KEY_OF = new Map(Object.entries(KEYS).map(([key, name]) => [name, key]))

const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Fixed', ['h', 'x', 'y', 'z', 's', 'sdg', 't', 'tdg', 'sx', 'sxdg', 'id']],
  ['Angles', ['rx', 'ry', 'rz', 'p', 'u']],
  ['Two qubits and more', ['cx', 'cy', 'cz', 'ch', 'cp', 'crx', 'cry', 'crz', 'swap', 'iswap', 'ccx', 'cswap']],
  ['Other', ['measure', 'reset', 'barrier']],
]

const INTO = 'that with the number of the wire, or the first that no measurement writes, or a new one'
const entry = (name: string): PaletteGate => ({
  name,
  about: name === 'measure' ? `${GATES[name]!.meaning}: ${INTO}` : GATES[name]!.meaning,
  key: KEY_OF.get(name) ?? null,
})
const listed = new Set(GROUPS.flatMap(([, names]) => names))
/** Gates that the table gains later stand in the last group. */
const others = Object.keys(GATES).filter(name => !listed.has(name))

export const PALETTE: readonly { readonly title: string; readonly gates: readonly PaletteGate[] }[] = GROUPS.map(
  ([title, names], at) => ({ title, gates: [...names, ...(at === GROUPS.length - 1 ? others : [])].map(entry) }),
)

/** Put onto a wire, these make it a control of the gate in that moment: of 1, and of 0. */
export const CONTROL_TOOLS: readonly PaletteGate[] = [
  { name: 'ctrl', about: 'Puts the gate of that moment, or else the next, under a control, which must be 1', key: 'C' },
  {
    name: 'negctrl',
    about: 'Puts the gate of that moment, or else the next, under a control, which must be 0',
    key: 'C',
  },
]
export const isControlTool = (name: string): boolean => CONTROL_TOOLS.some(tool => tool.name === name)

/** Gates that the text defines, as the palette offers them. */
export const definedGates = (definitions: readonly Definition[]): PaletteGate[] =>
  definitions.map(({ name, params, qubits }) => ({
    name,
    about: `a gate of this program on ${qubits.join(', ')}${params.length > 0 ? `, angles ${params.join(', ')}` : ''}`,
    key: null,
  }))

export const gateOfKey = (key: string): string | null => (Object.hasOwn(KEYS, key) ? KEYS[key]! : null)

/** Angle of a gate until another is entered. */
const FIRST_ANGLE = 'pi/2'

/** A wire that is to control the next gate that is put down, and what it must be. */
export interface HeldControl {
  readonly qubit: number
  readonly value: 0 | 1
}

/** Wires of a circuit, by number. */
interface PaletteWires {
  readonly qubits: number
  /** Where the outcome of a measurement goes. */
  readonly bit?: number
  /** Qubits that are held as controls, on which the gate itself is not put. */
  readonly controls?: readonly HeldControl[]
  /** Where the last wire of a gate on several qubits is to be; left out: beside the others. */
  readonly to?: number
  /** Gates that the text defines. */
  readonly definitions?: readonly Definition[]
}

/**
 * The operation of a gate that is put down with its first wire at `wire`: further qubits on the wires below, above where none is
 * left. null where the circuit has too few wires.
 */
export function operationAt(
  name: string,
  wire: number,
  { qubits, bit = 0, controls = [], to = wire, definitions = [] }: PaletteWires,
): GateOperation | null {
  const row = gateNamed(name)
  const own = definitions.find(one => one.name === name)
  const count = name === 'barrier' ? 1 : (own?.qubits.length ?? row?.qubits ?? 1)
  const free = Array.from({ length: qubits }, (_, qubit) => qubit).filter(
    qubit => qubit === wire || !controls.some(control => control.qubit === qubit),
  )
  if (count > free.length) return null
  const below = free.findIndex(qubit => qubit >= wire)
  const first = Math.min(below === -1 ? free.length : below, free.length - count)
  const wires = free.slice(first, first + count)
  const on = name === 'barrier' ? barrierWires(qubits, wire, to) : endingOn(wires, wire, free.includes(to) ? to : wire)
  return {
    name,
    params: Array.from({ length: own?.params.length ?? row?.params ?? 0 }, () => FIRST_ANGLE),
    controls: controls.filter(({ qubit }) => !on.includes(qubit)),
    qubits: on,
    clbits: name === 'measure' ? [bit] : [],
    condition: null,
  }
}

/** All wires, or those that were drawn over. */
const barrierWires = (qubits: number, wire: number, to: number): number[] =>
  Array.from({ length: qubits }, (_, qubit) => qubit).filter(
    qubit => wire === to || (qubit >= Math.min(wire, to) && qubit <= Math.max(wire, to)),
  )

/** The first of them on `wire` and the last on `to`; those between on the wires beside the first. */
function endingOn(wires: readonly number[], wire: number, to: number): number[] {
  if (wire === to || wires.length < 2) return [...wires]
  const between = wires.filter(one => one !== wire && one !== to)
  return [wire, ...between.slice(0, wires.length - 2), to]
}
