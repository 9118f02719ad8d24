import { describe } from 'vitest'
import { findAddon, nativeWith } from '../engine-fixtures'
import { randomFrameCases } from './random-frames.cases'

const addon = findAddon()

describe.skipIf(!addon)('many native frame programs against the reference', () =>
  randomFrameCases(nativeWith(addon), 5),
)
