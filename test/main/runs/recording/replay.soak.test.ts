import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { findAddon, nativeWith } from '../../simulation/engine-fixtures'
import { replayCases } from './replay.cases'

/** The others are in replay.test.ts. */
replayCases('reference', createReferenceSimulator, [
  ['correction', 'flag-map'],
  ['detection', 'flag-lut'],
])
const addon = findAddon()
if (addon) replayCases('native', () => nativeWith(addon), [['correction', 'flag-lut']])
