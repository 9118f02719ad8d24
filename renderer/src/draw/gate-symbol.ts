/** How each operation is drawn, as a table: how many leading qubits are controls, and what stands on the others. */
export interface GateSymbol {
  /** Leading qubits drawn as control dots. */
  readonly controls: number
  readonly target: 'box' | 'plus' | 'dot' | 'cross' | 'barrier'
  /** Text of the box. */
  readonly label: string
}

const box = (label: string, controls = 0): GateSymbol => ({ controls, target: 'box', label })
const mark = (target: GateSymbol['target'], controls = 0): GateSymbol => ({ controls, target, label: '' })

const SYMBOLS: Readonly<Record<string, GateSymbol>> = {
  sdg: box('S†'),
  tdg: box('T†'),
  sx: box('√X'),
  sxdg: box('√X†'),
  id: box('I'),
  measure: box('M'),
  reset: box('|0⟩'),
  iswap: box('iSW'),
  cx: mark('plus', 1),
  ccx: mark('plus', 2),
  cz: mark('dot', 1),
  cy: box('Y', 1),
  ch: box('H', 1),
  cp: box('P', 1),
  crx: box('RX', 1),
  cry: box('RY', 1),
  crz: box('RZ', 1),
  swap: mark('cross'),
  cswap: mark('cross', 1),
  barrier: mark('barrier'),
}

const LONGEST = 4

/** Operations outside the table stand in a box with their own name, shortened. */
export function symbolOf(name: string): GateSymbol {
  if (Object.hasOwn(SYMBOLS, name)) return SYMBOLS[name]!
  return box(name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name.toUpperCase())
}
