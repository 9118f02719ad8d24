import { describe } from 'vitest'
import { damageCases } from './damaged-files.cases'

describe('a driver file', () => {
  damageCases(1)
})
