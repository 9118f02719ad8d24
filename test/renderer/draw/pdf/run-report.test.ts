import { describe, expect, it } from 'vitest'
import type { ReportOf } from '../../../../renderer/src/draw/pdf/front-pages'
import { runReport } from '../../../../renderer/src/draw/pdf/run-report'
import { recordSheet } from '../../../../renderer/src/draw/records/sheet'
import { sampleBackend } from '../../samples/devices'
import { judgedRecord } from '../../samples/run-verdicts'
import { sampleEstimate, sampleRecord, sampleRedecoding } from '../../samples/runs'
import { FONTS } from '../fonts'
import { flat, fontsOf, HAS_POPPLER, infoOf, pagesOf, structureOf, wordsOutside, written } from './read-pdf'

const made = '2026-11-21T09:00:00Z'
const record = sampleRecord()
const reportOf = (part: Partial<ReportOf> = {}) =>
  runReport({ record, name: 'first light', backend: sampleBackend(), made, ...part }, FONTS)

it('the report of a run has the same bytes for the same run and time, and others at another time', async () => {
  const [one, again, later] = await Promise.all([reportOf(), reportOf(), reportOf({ made: '2026-11-22T09:00:00Z' })])
  expect(Buffer.from(one).equals(Buffer.from(again))).toBe(true)
  expect(Buffer.from(one).equals(Buffer.from(later))).toBe(false)
})

describe.skipIf(!HAS_POPPLER)('the report of a run, read with poppler', () => {
  it('is tagged, in English, titled, and embeds a subset of each of its fonts', async () => {
    const pdf = await reportOf()
    expect(infoOf(pdf)).toMatchObject({ Title: 'Run first light', Tagged: 'yes', Producer: 'pentad 0.1.0' })
    expect(Buffer.from(pdf).toString('latin1')).toMatch(
      /\/Lang \(en\)[\s\S]*\/DisplayDocTitle true|\/DisplayDocTitle true[\s\S]*\/Lang \(en\)/,
    )
    const fonts = fontsOf(pdf)
    expect(fonts.length).toBeGreaterThan(1)
    for (const font of fonts) expect(font).toMatchObject({ embedded: true, subset: true, name: /Arimo/ })
  })

  it('is read aloud in order: headings, paragraphs, tables with heads, figures with their alternate text', async () => {
    const structure = structureOf(await reportOf())
    const at = ['H1', 'H2', 'Figure', 'Table', 'TH', 'TD'].map(tag =>
      structure.search(new RegExp(`^\\s*${tag}\\b`, 'm')),
    )
    for (const place of at) expect(place).toBeGreaterThan(0)
    expect(structure.indexOf('Verdict')).toBeLessThan(structure.indexOf('Methods'))
    expect(Buffer.from(await reportOf()).toString('latin1')).toMatch(/\/S \/Figure[\s\S]{0,400}\/Alt/)
  })

  it('says on its first page what came out, with the figures of the record', async () => {
    const pages = pagesOf(await reportOf())
    const first = flat(pages[0]!)
    for (const words of [
      'Loss against the best physical qubit',
      '0.330 [0.297, 0.363] ×',
      '9.00 [8.10, 9.90] %',
      'Figure 1',
    ])
      expect(first, words).toContain(flat(words))
    const appendix = pages.findIndex(page => /^Appendix$/m.test(page))
    expect(appendix).toBeGreaterThan(0)
    expect(appendix).toBeLessThanOrEqual(3)
    const front = flat(pages.join('\n').split(/^Appendix$/m)[0]!)
    for (const words of ['Module', 'Methods', 'Warnings', 'Figure 2']) expect(front).toContain(flat(words))
  })

  it('breaks each hash in halves, where a seed has twenty digits too', async () => {
    const shot_files = record.shot_files.map(file => ({
      ...file,
      seed: '18446744073709551615',
      sha256: 'd'.repeat(64),
    }))
    const lines = pagesOf(await reportOf({ record: { ...record, shot_files } }))
      .join('\n')
      .match(/^d{4,}$/gm)
    expect(lines?.map(({ length }) => length)).toEqual([32, 32])
  })

  it('gives the survival verdict beside that of the gain, and the baseline at the wall times', async () => {
    const text = written(await reportOf({ record: judgedRecord() }))
    for (const words of [
      'Survival against the best physical qubit: lower at every measured R.',
      'does not decide the gain',
      '< 0.42 ×, a bound without a figure',
      'Survival verdict',
      'At the wall times of the shots',
      'ε of the qubit so chosen',
    ])
      expect(text).toContain(flat(words))
    expect(written(await reportOf())).not.toContain(flat('Survival verdict'))
  })

  it('carries every field of the record sheet with what it holds', async () => {
    const text = written(await reportOf())
    for (const { rows } of recordSheet(record))
      for (const { field, lines } of rows) {
        expect(text, field).toContain(flat(field))
        for (const line of lines) expect(text, field).toContain(flat(line))
      }
  })

  it('says on every page that it is simulated, which run it is and under which calibration; never of a measured run', async () => {
    for (const page of pagesOf(await reportOf())) {
      expect(page).toContain('SIMULATED')
      expect(page).toContain(record.run_id)
      expect(page).toContain(record.calibration_id)
    }
    const measured = written(await reportOf({ record: { ...record, simulated: false }, name: null }))
    expect(measured).not.toContain('SIMULATED')
    expect(measured).toContain(flat(`Run ${record.run_id.slice(0, 8)}`))
  })

  it('sets the predicted logical error beside the measured one, and what other decoders made of the same bits', async () => {
    const error = { measured: sampleEstimate(0.09), predicted: sampleEstimate(0.085) }
    const predicted = { ...record, comparison: { ...record.comparison, error } }
    const text = written(await reportOf({ record: predicted, again: [sampleRedecoding()] }))
    for (const words of [
      'Predicted before the run',
      '8.50 [7.65, 9.35] %',
      'Decoded again with flag-map',
      '1,024 of 480,000 shots',
    ])
      expect(text, words).toContain(flat(words))
    const plain = written(await reportOf())
    expect(plain).not.toContain(flat('Predicted before the run'))
    expect(plain).not.toContain(flat('Decoded again'))
  })

  it('shows a warning as its sentence, its code in the record of the appendix, and a deliberate override', async () => {
    const warned = { ...record, override: true, warnings: [{ code: 'signal_lost', message: 'Survival is ½.' }] }
    const [front, appendix] = pagesOf(await reportOf({ record: warned }))
      .join('\n')
      .split(/^Appendix$/m)
    for (const words of ['Survival is ½.', 'overridden on purpose']) expect(flat(front!)).toContain(flat(words))
    expect(flat(front!)).not.toContain('signal_lost')
    expect(flat(appendix!)).toContain(flat('Survival is ½. (signal_lost)'))
  })

  it('calls an inconclusive gain inconclusive, and does without a device that is not known', async () => {
    const gain = { estimate: sampleEstimate(null), verdict: 'inconclusive' as const }
    const bare = { gain_best: gain, gain_median: gain, best: null, median: null, physical: [] }
    const lost = {
      ...record,
      comparison: { ...record.comparison, ...bare },
      logical_gain: { best: gain, median: gain },
    }
    const text = written(await reportOf({ record: lost, backend: null }))
    expect(text).toContain(flat('Inconclusive against the best physical qubit'))
    expect(text).toContain(flat('the module is not drawn'))
  })

  it('draws nothing outside of the page, and loses no character that the font does not have', async () => {
    const warnings = Array.from({ length: 40 }, (_, at) => ({ code: `w${at}`, message: 'x '.repeat(200) }))
    const pdf = await reportOf({ record: { ...record, warnings }, name: `${'n'.repeat(90)} 量` })
    expect(wordsOutside(pdf)).toEqual([])
    expect(written(pdf)).toContain('\\u{91cf}')
  })

  it('shortens a long name in the heads of its pages, which say when the report was made and that it is simulated', async () => {
    const pdf = await reportOf({ name: 'W'.repeat(100) })
    expect(wordsOutside(pdf)).toEqual([])
    for (const page of pagesOf(pdf))
      expect(flat(page)).toMatch(/^(SIMULATED)?RunW+…·pentad0\.1\.0·reportmade2026-11-21/)
  })
})
