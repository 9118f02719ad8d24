import { describe, expect, it } from 'vitest'
import { edgeId, qubitId } from '../../../../renderer/src/draw/calibration/calibration-map'
import {
  edgeWidth,
  moduleMap,
  roleLetterOf,
  roleStyle,
  rolesOf,
  sitesAround,
} from '../../../../renderer/src/draw/modules/role-map'
import { sampleBackend } from '../../samples/devices'
import { sampleModule } from '../../samples/modules'

const backend = sampleBackend()
const module = sampleModule(backend)
const map = moduleMap(backend, { module })
const element = (id: string) => map.find(each => each.data.id === id)!

describe('the module map', () => {
  it('draws the nine sites and twelve couplings of the chiplet and nothing else', () => {
    expect(map).toHaveLength(21)
  })

  it('says each role by letter and by colour', () => {
    const roles = rolesOf(module)
    expect([...roles.values()].map(roleLetterOf).sort()).toEqual(['A', 'D0', 'D1', 'D2', 'D3', 'D4', 'F', 'R', 'R'])
    expect(element(qubitId(module.syndrome_ancilla)).data).toMatchObject({
      label: `A\n${module.syndrome_ancilla}`,
      colour: roleStyle('ancilla').colour,
    })
  })

  it('widens a coupling with its uses and says the number', () => {
    const used = module.diagnostics.delta_round.edges.filter(edge => edge.uses > 0).sort((a, b) => a.uses - b.uses)
    const widths = used.map(edge => element(edgeId(edge.a, edge.b)).data.width as number)
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
    expect(element(edgeId(used[0]!.a, used[0]!.b)).data.label).toBe(`${used[0]!.uses}×`)
    expect(edgeWidth(0, 12)).toBeLessThan(edgeWidth(1, 12))
  })

  it('shows a large chiplet around the module only', () => {
    const device = sampleBackend(4, 2)
    const whole = { ...device, chiplets: [{ chiplet_id: 'a00', qubits: device.qubits.map(qubit => qubit.index) }] }
    const corner = { ...sampleModule(device), chiplet: 'a00' }
    // The 3×3 corner, and the three sites beyond each of its two inner sides.
    expect(sitesAround(whole, corner, [corner])).toHaveLength(15)
    expect(sitesAround(device, corner, [corner])).toHaveLength(9)
  })

  it('crosses out vetoed sites', () => {
    const veto = { site: 'qubit:2', figure: 't2_us', value: 1, threshold: 10, message: '' }
    const crossed = moduleMap(backend, { module, vetoes: [veto] }).find(each => each.data.id === qubitId(2))!
    expect(crossed.classes).toBe('qubit out')
    expect(crossed.data.label).toContain('✕')
  })
})
