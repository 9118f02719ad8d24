import { describe, expect, it } from 'vitest'
import {
  sentencesOf,
  survivalDifferencesTable,
  survivalFacts,
  survivalShortText,
} from '../../../../renderer/src/draw/runs/survival-text'
import { sampleSurvival } from '../../samples/run-verdicts'
import { sampleEstimate } from '../../samples/runs'

describe('the survival verdict in words', () => {
  it('is a word in lists, and a dash for runs that did not judge it', () => {
    expect(survivalShortText({ verdict: 'lower' })).toBe('lower at every measured R')
    expect(survivalShortText({ verdict: 'higher' })).toBe('higher at some R')
    expect(survivalShortText({ verdict: 'undecided' })).toBe('not decided')
    expect(survivalShortText(undefined)).toBe('—')
  })
  it('is read sentence by sentence', () => {
    const text =
      'Survival: lower by 3.5 pp at R = 1. Shots kept: 74.1 % at R = 4. One-sided, at 97.5 %: ε_L > 0.0571 %.'
    expect(sentencesOf(text)).toEqual([
      'Survival: lower by 3.5 pp at R = 1.',
      'Shots kept: 74.1 % at R = 4.',
      'One-sided, at 97.5 %: ε_L > 0.0571 %.',
    ])
  })
  it('has a row for each qubit and number of rounds, and says that R = 0 does not count', () => {
    const { columns, rows } = survivalDifferencesTable(sampleSurvival())
    expect(rows).toHaveLength(4)
    for (const row of rows) expect(row).toHaveLength(columns.length)
    expect(rows[0]).toEqual([
      'Best (qubit 0)',
      0,
      '−20.00 pp',
      '−20.30 pp',
      '−19.70 pp',
      'no: preparation and readout alone',
    ])
    expect(rows[1]!.at(-1)).toBe('yes')
  })
  it('reports bounds, predicted crossings and what would give a figure, each with where it is from', () => {
    const rows = survivalFacts(sampleSurvival()).rows.map(row => row.join(' | '))
    expect(rows).toContain('Against best (qubit 0) | Lower at every measured R | measured')
    expect(rows).toContain('Survival curves cross, best qubit | R ≈ 12.3 [9, never] | predicted before the run')
    expect(rows).toContain('Survival curves cross, median qubit | never | predicted before the run')
    expect(rows.find(row => row.startsWith('ε_L, one-sided'))).toContain('> 21 % | 97.5 %')
    expect(rows.find(row => row.startsWith('Gain against the best, one-sided'))).toContain('< 0.42 ×')
    expect(rows.at(-1)).toContain('R = 1 with about 5000 shots')
  })
  it('reports the acceptance of detection mode', () => {
    const kept = sampleSurvival({ acceptance: [{ rounds: 4, measured: sampleEstimate(0.2) }] })
    expect(survivalFacts(kept).rows.map(row => row.join(' | '))).toContainEqual(
      expect.stringContaining('Shots kept, R = 4 | 20.0 [18.0, 22.0] % | measured'),
    )
  })
})
