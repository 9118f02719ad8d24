import { describe, expect, it } from 'vitest'
import { SNAPSHOTS } from '../backends/published'
import { moduleCases, resolutionOf, WITH_MODULE, WITHOUT } from './published-modules'

/** Every third here, of each maker some; the others in published.soak.test.ts. */
describe.skipIf(SNAPSHOTS.length === 0)('published devices (skipped where ../shared/calibration is not there)', () => {
  moduleCases(WITH_MODULE.filter((_, at) => at % 3 === 0))

  it.each(WITHOUT)('%s gives none, for its couplings allow no layout', name => {
    const { state, found } = resolutionOf(name)
    expect(found).toMatchObject({ found: false, status: 'no_embedding' })
    const size = state.profile.qubits.length
    expect(found.found ? '' : found.reason).toContain(size < 7 ? `it has ${size} qubits` : 'six further neighbours')
  })
})
