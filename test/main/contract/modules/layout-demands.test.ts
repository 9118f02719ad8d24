import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LayoutDemands,
  LogicalName,
  logicalName,
  NO_DEMANDS,
  readLogicalName,
} from '../../../../main/contract/modules/layout-demands'

const site = fc.integer({ min: 0, max: 999 })
const pair = fc.tuple(site, site).filter(([a, b]) => a < b)
const once = <T>(one: fc.Arbitrary<T>) => fc.uniqueArray(one, { maxLength: 4, selector: String })
const demands: fc.Arbitrary<LayoutDemands> = fc.record({
  excluded_qubits: once(site),
  excluded_couplings: once(pair),
  pinned_qubits: once(site),
  pinned_couplings: once(pair),
  layout: fc.option(fc.uniqueArray(site, { minLength: 7, maxLength: 12 })),
})

describe('the name of a logical qubit', () => {
  it('is that of its chiplet where nothing is demanded', () => {
    expect(logicalName('a01')).toBe('a01.L0')
    expect(readLogicalName('a01.L0')).toEqual({ chiplet_id: 'a01', demands: NO_DEMANDS })
  })

  it('carries its demands there and back, whatever their order', () =>
    fc.assert(
      fc.property(demands, given => {
        const name = logicalName('c-1.2', given)
        const read = readLogicalName(name)!
        expect(read.chiplet_id).toBe('c-1.2')
        expect(logicalName('c-1.2', read.demands)).toBe(name)
        expect([...read.demands.excluded_qubits]).toEqual([...given.excluded_qubits].sort((a, b) => a - b))
        expect(read.demands.pinned_couplings.length).toBe(given.pinned_couplings.length)
        expect(read.demands.layout).toEqual(given.layout)
      }),
    ))

  it.each([
    'a01',
    'a01.L1',
    'a01.L0-',
    'a01.L0-x',
    'a01.L0-x5.',
    'a01.L0-y5',
    'a01.L0-x7-x5',
    'a01.L0-x5-x5',
    'a01.L0-x05',
  ])('is no other spelling: %s', name => expect(readLogicalName(name)).toBeNull())
  it.each(['a01.L0-x1.2.3', 'a01.L0-p8.7', 'a01.L0-l1.2.3', 'a01.L0-l1.2.3.4.5.6.7-x1'])(
    'has no such demand: %s',
    name => expect(readLogicalName(name)).toBeNull(),
  )

  it('is bounded', () => {
    expect(LogicalName.safeParse(`a.L0${'-x1'.repeat(66)}`).success).toBe(false)
    expect(LogicalName.safeParse('a01.L0-x5-x7.8-p13').success).toBe(true)
    expect(LogicalName.safeParse('a01.L0/../x').success).toBe(false)
  })
})
