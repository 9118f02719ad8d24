import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { compareReport } from '../../../../renderer/src/draw/pdf/compare-report'
import { cautionsOf, differencesOf } from '../../../../renderer/src/draw/runs/differences'
import { sampleEstimate, sampleRecord } from '../../samples/runs'
import { FONTS } from '../fonts'
import { flat, HAS_POPPLER, pagesOf, structureOf, wordsOutside, written } from './read-pdf'

const made = '2026-11-21T09:00:00Z'
const record = sampleRecord()
const like = (part: Partial<RunRecord>) =>
  ({
    ...record,
    run_id: '5d0c7b0e-2f5f-4c43-9d5a-0a7f5e1d2c3b',
    ...part,
  }) as RunRecord
const other = like({ logical_error: sampleEstimate(0.2), calibration_id: 'cal-3' })
const report = (records: readonly RunRecord[] = [record, other]) => compareReport({ records, made }, FONTS)

describe.skipIf(!HAS_POPPLER)('the report of several runs', () => {
  it('sets their figures side by side and says which differ', async () => {
    const text = written(await report())
    for (const words of ['0b1e6f0e (a00, flag-lut)', '5d0c7b0e (a00, flag-lut)', '20.0 [18.0, 22.0] %', 'higher'])
      expect(text, words).toContain(flat(words.replace('a00', record.chiplet)))
    expect(text).toContain(flat('Survival against rounds, overlaid'))
  })

  it('says what makes them other experiments before anything is laid over each other', async () => {
    const text = written(await report())
    const found = cautionsOf(differencesOf([record, other]))
    expect(found.length).toBeGreaterThan(0)
    for (const { caution } of found) {
      expect(text).toContain(flat(caution))
      expect(text.indexOf(flat(caution))).toBeLessThan(text.indexOf(flat('Survival against rounds')))
    }
    expect(written(await report([record, like({})]))).not.toContain(flat('not the same experiment'))
  })

  it('names every run, its calibration and its engine in full', async () => {
    const text = flat(structureOf(await report())).replaceAll('"', '')
    for (const { run_id, calibration_id, engine } of [record, other])
      for (const words of [run_id, calibration_id, engine]) expect(text).toContain(flat(words))
  })

  it.each([
    ['SIMULATED', [record, other]],
    ['PARTLY SIMULATED', [record, { ...other, simulated: false }]],
  ])('says %s on every page', async (stamp, records) => {
    for (const page of pagesOf(await report(records))) expect(page).toContain(stamp)
  })

  it('does not call measured runs simulated', async () => {
    const measured = [record, other].map(each => ({ ...each, simulated: false }))
    expect(written(await report(measured))).not.toContain('SIMULATED')
  })

  it('draws nothing outside of the page, as many runs as can be overlaid', async () =>
    expect(wordsOutside(await report(Array.from({ length: 6 }, (_, at) => like({ seed: at }))))).toEqual([]))

  it('is the same for the same runs and time', async () =>
    expect(Buffer.from(await report()).equals(Buffer.from(await report()))).toBe(true))
})
