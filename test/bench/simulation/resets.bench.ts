import { describe } from 'vitest'
import { findAddon, nativeWith } from '../../main/simulation/engine-fixtures'
import { compare } from '../compare'
import { entangled, gatesAlone, helpers, together } from './reset-circuits'

const addon = findAddon()
const QUBITS = 21
const RESETS = 64

/** What a reset costs, beside two gates that need none: those share a pass with many others, a reset needs the state as it is. */
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
      run: () => engine.countOutcomes(circuit, { shots: 1, seed: 1n, precision }),
    })),
  )
})
