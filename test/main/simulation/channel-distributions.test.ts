import { createReferenceSimulator } from '../../../main/simulation/engines'
import { channelCases } from './channel-distributions.cases'
import { findAddon, nativeWith } from './engine-fixtures'

const addon = findAddon()

channelCases([
  ['reference', createReferenceSimulator(), 2 ** 15],
  ...(addon ? [['native', nativeWith(addon), 2 ** 18] as const] : []),
])
