import { type GateSymbol, gateNamed } from '../../../../main/contract/gates/gate-table'

const LONGEST = 4
const shortened = (name: string): string =>
  name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name.toUpperCase()

/** How an operation is drawn; one outside of the gate table stands in a box with its own name, shortened. */
export const symbolOf = (name: string): GateSymbol =>
  gateNamed(name)?.symbol ?? { controls: 0, target: 'box', label: shortened(name) }
