import { describe } from 'vitest'
import { findAddon } from '../../simulation/engine-fixtures'
import { labs } from '../open-labs'
import { borneOut } from './borne-out'

const lab = labs()
describe.skipIf(!findAddon()).each(['correction', 'detection'] as const)('a prediction for %s', mode =>
  borneOut(lab, mode),
)
