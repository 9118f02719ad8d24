import { describe } from 'vitest'
import { findAddon, nativeWith } from '../main/simulation/engines'
import { compare } from './compare'
import { entangled, gatesAlone, helpers, together } from './reset_circuits'

const addon = findAddon()
const QUBITS = 21
const RESETS = 64

/** What a reset costs beside the two gates of a round without one: a pass for those gates is what a reset cannot do without. */
describe.skipIf(!addon).each(['float64', 'float32'] as const)(`resets, ${QUBITS} qubits, %s, one thread`, precision => {
  const engine = nativeWith(addon, 1)
  const kinds = {
    'after gates, each alone': entangled(QUBITS, RESETS),
    'eight in a row': together(QUBITS, RESETS),
    'of helpers computed and computed back': helpers(QUBITS, RESETS),
    'none: as many gates': gatesAlone(QUBITS, RESETS),
  }
  compare(
    'resets',
    Object.entries(kinds).map(([name, circuit]) => ({
      name,
      amount: RESETS,
      run: () => engine.runCircuit(circuit, 1, 1n, { precision }),
    })),
  )
})
