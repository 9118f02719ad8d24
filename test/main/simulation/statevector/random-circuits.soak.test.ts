import { describe } from 'vitest'
import { findAddon } from '../engine-fixtures'
import { randomCircuitCases } from './random-circuits.cases'

const addon = findAddon()

describe.skipIf(!addon)('many native circuits against the reference', () => randomCircuitCases(addon, 6))
