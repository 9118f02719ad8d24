import { describe } from 'vitest'
import { createNativeTrajectories } from '../../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { findAddon } from '../engine-fixtures'
import { exactProgramCases, threadCases } from './random-programs.cases'

const addon = findAddon()

describe('many programs on the reference trajectories', () =>
  exactProgramCases(createReferenceTrajectories(), 4_000, 50))

describe.skipIf(!addon)('many programs on the native trajectories', () => {
  if (addon) exactProgramCases(createNativeTrajectories(addon), 30_000, 200)
  threadCases(addon, 40)
})
