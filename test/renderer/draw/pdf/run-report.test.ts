import { describe, expect, it } from 'vitest'
import { runReport } from '../../../../renderer/src/draw/pdf/run-report'
import { recordSheet } from '../../../../renderer/src/draw/records/sheet'
import { judgedRecord } from '../../samples/run-verdicts'
import { sampleEstimate, sampleRecord, sampleRedecoding } from '../../samples/runs'
import { flat, readPdf, textsOutside, written } from './read-pdf'

const made = '2026-11-21T09:00:00Z'
const record = sampleRecord()
const report = () => runReport({ record, name: 'first light', made })

describe('the report of a run', () => {
  it('is a PDF whose table leads to every object, with its title', () => {
    const bytes = report()
    expect(Buffer.from(bytes.subarray(0, 8)).toString()).toBe('%PDF-1.7')
    const { objects, contents } = readPdf(bytes)
    expect(contents.length).toBeGreaterThan(3)
    expect(objects.get(1)).toContain('/Type /Catalog')
    const title = /\/Title <feff([0-9a-f]+)>/.exec(objects.get(3)!)![1]!
    expect(Buffer.from(title, 'hex').swap16().toString('utf16le')).toBe('Run first light')
  })

  it('gives the verdicts, and every figure with its interval', () => {
    const text = written(report())
    expect(text).toContain(flat('No gain against the best physical qubit.'))
    expect(text).toContain(flat('9 % [8.1 %, 9.9 %]'))
    expect(text).toContain(flat('0.33 × [0.297 ×, 0.363 ×]; the interval lies below 1.'))
  })

  it('gives the survival verdict beside that of the gain, and the baseline at the wall times', () => {
    const text = written(runReport({ record: judgedRecord(), name: null, made }))
    for (const words of [
      'Survival against the best physical qubit: lower at every measured R.',
      'A verdict of its own, which does not decide the gain.',
      '< 0.42 ×, a bound without a figure',
      'Survival verdict',
      'At the wall times of the shots',
      'ε of the qubit so chosen',
    ])
      expect(text).toContain(flat(words))
    expect(written(report())).not.toContain(flat('Survival verdict'))
  })

  it('carries every field of the record sheet with what it holds', () => {
    const text = written(report())
    for (const { rows } of recordSheet(record))
      for (const { field, lines } of rows) {
        expect(text, field).toContain(flat(field))
        for (const line of lines) expect(text, field).toContain(flat(line))
      }
  })

  it('says on every page that it is simulated, which run it is and under which calibration', () => {
    for (const page of readPdf(report()).texts) {
      expect(page).toContain('SIMULATED')
      expect(page).toContain(record.run_id)
      expect(page).toContain(record.calibration_id)
    }
  })

  it('sets the predicted logical error beside the measured one, where there is a prediction', () => {
    const title = flat('Logical error, predicted and measured')
    expect(written(report())).not.toContain(title)
    const error = { measured: sampleEstimate(0.09), predicted: sampleEstimate(0.085) }
    const predicted = { ...record, comparison: { ...record.comparison, error } }
    const text = written(runReport({ record: predicted, name: null, made }))
    for (const words of ['Predicted before the run', '8.5 % [7.65 %, 9.35 %]', 'Predicted from the calibration'])
      expect(text).toContain(flat(words))
    expect(text).toContain(title)
  })

  it('carries what other decoders made of the same bits', () => {
    const again = sampleRedecoding()
    const text = written(runReport({ record, name: null, again: [again], made }))
    expect(text).toContain(flat('Decoded again with flag-map'))
    expect(text).toContain(flat('1,024 of 480,000 shots'))
    expect(text).toContain(flat('6 % [5.4 %, 6.6 %]'))
    expect(written(report())).not.toContain(flat('Decoded again'))
  })

  it('does not call a measured run simulated', () => {
    const text = written(runReport({ record: { ...record, simulated: false }, name: null, made }))
    expect(text).not.toContain('SIMULATED')
    expect(text).toContain(flat(`Run ${record.run_id.slice(0, 8)}`))
  })

  it('shows warnings and a deliberate override, and shows no such section without them', () => {
    const warned = { ...record, override: true, warnings: [{ code: 'signal_lost', message: 'Survival is ½.' }] }
    const text = written(runReport({ record: warned, name: null, made }))
    expect(text).toContain(flat('signal_lost: Survival is ½.'))
    expect(text).toContain(flat('overridden on purpose'))
    expect(written(runReport({ record: { ...record, warnings: [] }, name: null, made }))).not.toContain('Warnings')
  })

  it('calls an inconclusive gain inconclusive, also where it has no figure', () => {
    const gain = { estimate: sampleEstimate(null), verdict: 'inconclusive' as const }
    const comparison = {
      ...record.comparison,
      gain_best: gain,
      gain_median: gain,
      best: null,
      median: null,
      physical: [],
    }
    const lost = { ...record, comparison, logical_gain: { best: gain, median: gain } }
    const text = written(runReport({ record: lost, name: null, made }))
    expect(text).toContain(flat('Inconclusive against the best physical qubit.'))
    expect(text).not.toContain(flat('Logical gain'))
  })

  it('draws nothing outside of the page', () => {
    const warnings = Array.from({ length: 80 }, (_, at) => ({ code: `w${at}`, message: 'x '.repeat(200) }))
    expect(textsOutside(runReport({ record: { ...record, warnings }, name: 'n'.repeat(200), made }))).toEqual([])
  })

  it('is the same for the same run and time', () =>
    expect(Buffer.from(report()).equals(Buffer.from(report()))).toBe(true))
})
