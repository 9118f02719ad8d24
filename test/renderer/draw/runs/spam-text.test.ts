import { describe, expect, it } from 'vitest'
import type { ReadoutChoice } from '../../../../main/contract/runs/readout-choice'
import { RunRecord } from '../../../../main/contract/runs/record'
import { recordSheet } from '../../../../renderer/src/draw/records/sheet'
import { attemptNote, readoutNote, readoutText, spamTable } from '../../../../renderer/src/draw/runs/spam-text'
import { sampleEstimate, sampleRecord } from '../../samples/runs'

const CHOICE: ReadoutChoice = {
  chosen: 'fault-tolerant',
  by: 'prediction',
  readouts: [
    { readout: 'checked', error: 0.0572, kept: 1, excluded: null },
    { readout: 'fault-tolerant', error: 0.0272, kept: 1, excluded: null },
  ],
  text: 'fault-tolerant, chosen by predicted error.',
}
const PREPARATION = {
  attempts_allowed: 8,
  attempts_made: 130_000,
  acceptance: sampleEstimate(0.76),
  predicted_acceptance: 0.765,
  shots_unserved: 1,
  attempt_duration_ns: 22_000,
  mean_duration_ns: 28_840,
  cz_count: 30,
  swap_count: 3,
  single_faults: 1_000,
  failures: 0,
}

describe('a readout before a run', () => {
  it('has its error, and says whether and why it is taken', () => {
    const [checked, measured] = CHOICE.readouts
    expect([readoutText(checked!), readoutText(measured!)]).toEqual(['5.72 %', '2.72 %'])
    expect(readoutNote(checked!, CHOICE)).toBe('not taken')
    expect(readoutNote(measured!, CHOICE)).toBe('chosen: the smaller one')
    expect(readoutNote(checked!, { chosen: 'checked', by: 'request' })).toBe('asked for')
  })

  it('says what share of the shots it keeps in detection mode', () => {
    const detection = { readout: 'fault-tolerant', error: 0.0028, kept: 0.77, excluded: null } as const
    expect(readoutNote(detection, CHOICE)).toBe('chosen: the smaller one; of the 77 % kept')
  })

  it('that cannot be run says why, and one that keeps nothing has no error', () => {
    const without = { readout: 'fault-tolerant', error: null, kept: null, excluded: 'no feed-forward' } as const
    expect(readoutText(without)).toBe('cannot be run')
    expect(readoutNote(without, { chosen: 'checked', by: 'prediction' })).toBe('no feed-forward')
    expect(readoutText({ ...without, excluded: null })).toBe('no shot kept')
  })

  it('stands beside how long a state takes', () => {
    expect(attemptNote(PREPARATION)).toMatch(/of one attempt, exact; 28.8\d? µs until one is accepted/)
  })
})

describe('a record', () => {
  it('has what was predicted of either readout beside what was measured, and the acceptance of an attempt', () => {
    const record = RunRecord.parse({ ...sampleRecord(), readout_choice: CHOICE, preparation: PREPARATION })
    const table = spamTable(record)!
    expect(table.rows.map(([, predicted]) => predicted)).toEqual(['5.72 %', '2.72 %', '76.5 %'])
    expect(table.rows[0]![2]).toBe('not run')
    expect(table.rows[2]![2]).toMatch(/^76\.0 \[/)
    const fields = recordSheet(record).flatMap(({ rows }) => rows)
    expect(fields).toContainEqual({ field: 'readout_choice', lines: [CHOICE.text] })
  })

  it('of an earlier version has no such table', () => {
    expect(spamTable(sampleRecord())).toBeNull()
  })
})
