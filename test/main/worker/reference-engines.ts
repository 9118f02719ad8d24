import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'

/** Those of a service without native kernels, and so of a thread that finds none. */
export const referenceEngines = () =>
  runEngines({ simulator: createReferenceSimulator(), trajectories: createReferenceTrajectories() })
