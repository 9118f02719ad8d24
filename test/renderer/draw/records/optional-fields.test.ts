import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../../../main/contract/runs/record'
import { optionalFields } from '../../../../renderer/src/draw/records/optional-fields'
import { decodersTable } from '../../../../renderer/src/draw/records/redecoding'
import { recordSheet } from '../../../../renderer/src/draw/records/sheet'
import { RUN_ID, sampleEstimate, sampleRecord } from '../../samples/runs'

const point = { state: '0', rounds: 1, accepted: 20_000, failures: 800 }
const decoded = (decoder: string, changed: number) => ({
  decoder,
  decoder_version: `${decoder}/1`,
  logical_error: sampleEstimate(0.09),
  points: [{ ...point, changed }],
})
const record = RunRecord.parse({
  ...sampleRecord(),
  preparation: {
    attempts_allowed: 8,
    attempts_made: 51_234,
    acceptance: sampleEstimate(0.39),
    predicted_acceptance: 0.4,
    shots_unserved: 13,
    attempt_duration_ns: 22_000,
    mean_duration_ns: 56_000,
    cz_count: 74,
    swap_count: 12,
    single_faults: 1_485,
    failures: 0,
  },
  dd: {
    sequence: 'xy4',
    data: [
      {
        data: 'D0',
        pulses: 16,
        windows: 5,
        windows_decoupled: 4,
        idle_error_before: 0.02,
        idle_error_after: 0.01,
        t2_basis: 'echo',
      },
    ],
    text: 'decoupled with xy4',
  },
  decoders: [decoded('flag-lut', 0), decoded('flag-map', 1_024)],
  replay: { of: RUN_ID, identical: false, differing: [{ state: '-i', rounds: 4 }] },
})

describe('what a run alone has', () => {
  it('is said in words, never as raw JSON', () => {
    const particulars = optionalFields(record)
    expect(particulars.map(({ field }) => field)).toEqual(['preparation', 'dd', 'decoders', 'replay'])
    const lines = particulars.flatMap(each => each.lines)
    for (const line of lines) expect(line).not.toMatch(/[{}"]|undefined|NaN/)
    const text = lines.join('\n')
    for (const words of [
      '51,234 attempts made, at most 8 for a shot; 13 shots without an accepted attempt',
      '39.0 [35.1, 42.9] % (95 %, clopper-pearson), predicted 40 %',
      '0 of 1,485 single faults',
      'D0: 4 of 5 windows, 16 pulses, idle error 2 % → 1 % (T2 basis: echo)',
      'flag-map/1: 9.00 [8.10, 9.90] % a round; 1,024 shots other',
      'differs: |−i⟩, R = 4',
    ])
      expect(text).toContain(words)
  })

  it('is a group of the sheet, which then has nothing left over', () => {
    expect(recordSheet(record).at(-1)?.group).toBe('Optional fields')
    expect(recordSheet(sampleRecord()).at(-1)?.group).toBe('Reproduction')
  })
})

it('sets every decoder of a run beside its own', () => {
  expect(decodersTable(record)?.rows).toEqual([
    ['flag-lut/1', '9.00 [8.10, 9.90] %', 'its own'],
    ['flag-map/1', '9.00 [8.10, 9.90] %', '1,024'],
  ])
  expect(decodersTable(sampleRecord())).toBeNull()
})
