import { describe, expect, it } from 'vitest'
import {
  layoutText,
  movedRolesText,
  movedSites,
  pairSites,
  usableCouplings,
} from '../../../../renderer/src/draw/modules/candidate-comparison'
import { chipletMap } from '../../../../renderer/src/draw/modules/chiplet-map'
import { sitesAround } from '../../../../renderer/src/draw/modules/role-map'
import { sampleBackend } from '../../samples/devices'
import { sampleModule } from '../../samples/modules'

const backend = sampleBackend()
const module = sampleModule(backend)
const [first, second] = module.candidates as [(typeof module.candidates)[0], (typeof module.candidates)[0]]
const shifted = {
  ...first,
  flag_qubit: first.routing_qubits[0]!,
  routing_qubits: [first.flag_qubit, first.routing_qubits[1]!],
}

describe('a candidate beside the first', () => {
  it('names the roles that stand elsewhere, and from where to where', () => {
    const { D0, D4 } = first.data_qubits
    expect(movedRolesText(second, first)).toBe(`D0 ${D0} → ${D4}, D4 ${D4} → ${D0}`)
    const [F, R] = [first.flag_qubit, first.routing_qubits[0]]
    expect(movedRolesText(shifted, first)).toBe(`F ${F} → ${R}; routing without ${R}, with ${F}`)
  })

  it('says so where only the order of the couplings differs', () => {
    expect(movedRolesText({ ...first, routing_qubits: first.routing_qubits.toReversed() }, first)).toMatch(
      /^the same sites/,
    )
    expect(movedSites(first, first).size).toBe(0)
  })

  it('rings exactly the sites whose role differs', () => {
    expect(movedSites(second, first)).toEqual(new Set([first.data_qubits.D0, first.data_qubits.D4]))
    expect(movedSites(shifted, first)).toEqual(new Set([first.flag_qubit, first.routing_qubits[0]]))
  })

  it('stands on the same sites where both lie close together, else each in its own surroundings', () => {
    expect(pairSites(backend, { of: module, first, other: shifted })).toEqual(
      Array(2).fill(sitesAround(backend, module, [module])),
    )
    const wide = sampleBackend(4, 4)
    const die = { ...wide, chiplets: [{ chiplet_id: 'a00', qubits: wide.qubits.map(qubit => qubit.index) }] }
    const [near, far] = ['a05', 'a15'].map(chiplet => sampleModule(wide, chiplet).candidates[0]!) as [
      typeof first,
      typeof first,
    ]
    const [here, there] = pairSites(die, { of: { ...module, chiplet: 'a00' }, first: near, other: far })
    expect(here).toContain(near.syndrome_ancilla)
    expect(here).not.toContain(far.syndrome_ancilla)
    expect(there).toContain(far.syndrome_ancilla)
  })

  it('has every role with its site in words', () => {
    const words = layoutText(first)
    expect(words).toMatch(/^A \d+, F \d+, D0 \d+, D1 \d+, D2 \d+, D3 \d+, D4 \d+; routing \d+, \d+$/)
    expect(layoutText({ ...first, routing_qubits: [] })).toMatch(/; routing none$/)
  })

  it('marks the couplings that A can reach from where it goes, and no coupling between two others', () => {
    const { couplings } = chipletMap(backend, first, sitesAround(backend, module, [module]))
    // A is in the centre, routing qubits to its right and below: four couplings, above and to the left, stay out of
    // reach.
    expect(couplings).toHaveLength(12)
    const usable = usableCouplings(first, couplings)
    const visited = [first.syndrome_ancilla, ...first.routing_qubits]
    const expected = couplings.filter(({ from, to }) => visited.includes(from.site) || visited.includes(to.site))
    expect(usable).toEqual(new Set(expected.map(({ key }) => key)))
    expect(usable.size).toBe(8)
  })
})
