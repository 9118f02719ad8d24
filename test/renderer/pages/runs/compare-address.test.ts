import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunKey } from '../../../../renderer/src/draw/runs/run-text'
import { addressOfComparison, runsOfAddress } from '../../../../renderer/src/pages/runs/compare-address'

const key: fc.Arbitrary<RunKey> = fc.record({
  backend_id: fc.string({ minLength: 1 }),
  logical_id: fc.string({ minLength: 1 }),
  run_id: fc.uuid(),
})
const searchOf = (address: string) => address.slice(address.indexOf('?') + 1)

describe('the address of a comparison', () => {
  it('names its runs so that they are read again, whatever their modules are called', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { selector: ({ run_id }) => run_id }), keys => {
        expect(runsOfAddress(searchOf(addressOfComparison(keys)))).toEqual(keys)
      }),
    )
  })

  it('passes over what names no run, and a run that is named twice', () => {
    expect(runsOfAddress('run=a/b/c&run=a/b/c&run=a/b&run=&run=%25E0/b/c&other=a/b/d')).toEqual([
      { backend_id: 'a', logical_id: 'b', run_id: 'c' },
    ])
  })
})
