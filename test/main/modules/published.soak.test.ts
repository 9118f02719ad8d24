import { describe } from 'vitest'
import { SNAPSHOTS } from '../backends/published'
import { moduleCases, WITH_MODULE } from './published-modules'

describe.skipIf(SNAPSHOTS.length === 0)('published devices (skipped where ../shared/calibration is not there)', () =>
  moduleCases(WITH_MODULE.filter((_, at) => at % 3 !== 0)),
)
