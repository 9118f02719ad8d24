import { describe } from 'vitest'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import { channelCases } from './channel-distributions.cases'
import { findAddon, nativeWith } from './engine-fixtures'

const addon = findAddon()

describe('with many shots', () =>
  channelCases([
    ['reference', createReferenceSimulator(), 2 ** 16],
    ...(addon ? [['native', nativeWith(addon), 2 ** 20] as const] : []),
  ]))
