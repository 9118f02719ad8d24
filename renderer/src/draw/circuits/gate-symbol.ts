import { type GateSymbol, gateNamed } from '../../../../main/contract/gates/gate-table'

/** Characters that fit into a box in small letters, with room for a dagger. */
const LONGEST = 7
const shortened = (name: string): string => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name)

/** How an operation is drawn; one outside of the gate table stands in a box with its own name as it is written, shortened. */
export const symbolOf = (name: string): GateSymbol =>
  gateNamed(name)?.symbol ?? { controls: 0, target: 'box', label: shortened(name) }
