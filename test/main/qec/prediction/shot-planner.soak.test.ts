import { describe } from 'vitest'
import { OTHER_WAYS, promiseCases } from './shot-planner.cases'

describe('the shot planner', () => {
  promiseCases(OTHER_WAYS)
})
