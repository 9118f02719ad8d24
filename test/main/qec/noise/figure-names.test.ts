import { describe, expect, it } from 'vitest'
import { figureName } from '../../../../main/contract/calibration/figure-names'
import { partWords } from '../../../../main/qec/noise/figure-names'
import { usableGraph } from '../../../../main/qec/noise/vetoes'
import { latticeCouplings, syntheticDevice } from '../devices'

describe('sentences about parts', () => {
  it('name every figure that may be vetoed without its wire name', () => {
    const poor = { fidelity_1q: 0, readout_fidelity: 0, reset_fidelity: 0, t1_us: 0.1, t2_us: 0.1 }
    const { profile, snapshot } = syntheticDevice(4, latticeCouplings(2, 2), {
      qubit: () => poor,
      edge: () => ({ fidelity: 0.6 }),
    })
    const { vetoes } = usableGraph(profile, snapshot, profile.chiplets[0]!)
    expect(new Set(vetoes.map(({ figure }) => figure))).toEqual(new Set([...Object.keys(poor), 'cz_fidelity']))
    for (const { figure, site, message } of vetoes) {
      expect(figureName(figure)).not.toContain('_')
      expect(message).toContain(figureName(figure))
      expect(message.toLowerCase()).toContain(partWords(site))
      expect(message).not.toContain('_')
    }
  })
})
