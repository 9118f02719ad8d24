/** Bad files of every kind: each gives `invalid_file` or a valid snapshot, soon, and never anything else. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { rawFiles, SNAPSHOTS } from '../published'
import { rigetti } from '../samples'
import { expectJudged, garbageCases } from './garbage'
import { cutCases, faultCases } from './wrong-files.cases'

cutCases(29)
faultCases(100)

describe('a file cut off', () => {
  it
    .skipIf(SNAPSHOTS.length === 0)
    .each([
      'ibm_lagos_2024-05-27',
      'iqm_garnet_2025-07-06',
      'rigetti_aspen_m_2_2022-12-01',
      'google_rainbow_2021-11-16',
    ])(
    'of the published %s is refused by name and place (skipped where ../shared/calibration is not there)',
    snapshot => {
      const files = rawFiles(snapshot)
      fc.assert(
        fc.property(fc.nat(files.length - 1), fc.double({ min: 0, max: 0.999, noNaN: true }), (which, share) => {
          const cut = files.map((file, at) =>
            at === which ? { ...file, content: file.content.slice(0, share * file.content.trimEnd().length) } : file,
          )
          if (/spec/.test(files[which]!.name)) expectJudged(cut)
          else
            expect(() => importSnapshot(cut)).toThrow(
              expect.objectContaining({
                code: 'invalid_file',
                details: expect.objectContaining({ line: expect.any(Number) }),
              }),
            )
        }),
        { numRuns: 60 },
      )
    },
  )
})

garbageCases('a megabyte', 1_000_000)

describe('contradictions', () => {
  it('of a qubit listed under two spellings, an edge to nowhere and a pair with itself are refused', () => {
    const change = (from: string, to: string) =>
      expectJudged([{ ...rigetti(), content: rigetti().content.replace(from, to) }])
    expect(change('"2-10"', '"2-77"')).toBe(false)
    expect(change('"2-10"', '"2-2"')).toBe(false)
    expect(change('"2-10"', '"__proto__"')).toBe(false)
    expect(change('"10":', '"<script>":')).toBe(false)
    expect(change('"10":', '"__proto__":')).toBe(false)
  })
})
